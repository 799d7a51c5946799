import * as routes from '#shared/contract/routes/system.ts';
import { operation, reply } from '#shared/runtime/pipeline/operation.ts';

export const getHealth = operation(routes.getHealth, async () => reply({ status: 'ok' }));
