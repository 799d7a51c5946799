import * as routes from '#shared/contract/routes/vault.ts';
import { reply, resourceOperation } from '#shared/runtime/pipeline/operation.ts';
import { loadSecret } from './load-secret.ts';
import { secretRecord } from './secret-record.ts';

export const getSecret = resourceOperation(routes.getSecret, loadSecret, async (_, secret) =>
  reply(secretRecord(secret)),
);
