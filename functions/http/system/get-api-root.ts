import * as routes from '#shared/contract/routes/system.ts';
import { operation } from '#shared/runtime/pipeline/operation.ts';
import { entryPoint } from './entry-point.ts';

export const getApiRoot = operation(routes.getApiRoot, async (context) => entryPoint(context));
