import { description } from '#shared/contract/openapi/description.ts';
import { guide } from '#shared/contract/openapi/guide.ts';
import * as routes from '#shared/contract/routes/system.ts';
import { operation, reply } from '#shared/runtime/pipeline/operation.ts';

export const getLlmsTxt = operation(routes.getLlmsTxt, async ({ baseUrl }) =>
  reply(undefined, { text: { type: 'text/plain', text: guide(description(), baseUrl) } }),
);
