import * as routes from '#shared/contract/routes/system.ts';
import { operation } from '#shared/runtime/pipeline/operation.ts';
import { entryPoint } from './entry-point.ts';

export const getRoot = operation(routes.getRoot, async (context) => entryPoint(context));
