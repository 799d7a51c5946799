import { openApiDocument } from '../../../shared/contract/openapi.ts';
import * as routes from '../../../shared/contract/routes/system.ts';
import { operation, reply } from '../../../shared/runtime/pipeline/operation.ts';

export const getDescription = operation(routes.getDescription, async ({ baseUrl }) => reply(openApiDocument(baseUrl)));
