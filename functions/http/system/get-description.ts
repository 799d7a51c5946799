import { description } from '#shared/contract/openapi/description.ts';
import * as routes from '#shared/contract/routes/system.ts';
import { operation, reply } from '#shared/runtime/pipeline/operation.ts';

/** The generated API description, with the URL of this service. */
export const getDescription = operation(routes.getDescription, async ({ baseUrl }) => {
  const document = description() as { openapi: string };
  return reply({ ...document, servers: [{ url: baseUrl, description: 'This service.' }] });
});
