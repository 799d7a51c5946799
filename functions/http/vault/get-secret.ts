import * as routes from '../../../shared/contract/routes/vault.ts';
import { operation, reply } from '../../../shared/runtime/pipeline/operation.ts';
import { loadSecret } from './own-secret.ts';
import { secretRecord } from './secret-record.ts';

export const getSecret = operation(routes.getSecret, async (context, { params }) => {
  return reply(secretRecord(await loadSecret(context, params.id)));
});
