import * as routes from '#shared/contract/routes/vault.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import { operation, reply } from '#shared/runtime/pipeline/operation.ts';
import { keypairIdentity } from './keypair-identity.ts';
import { keypairRecord } from './keypair-record.ts';

export const getKeypair = operation(routes.getKeypair, async (context, { query }) => {
  const { id, keypair } = await keypairIdentity(routes.getKeypair, context, query.identity_id);
  if (keypair === undefined) throw notFound();
  return reply(keypairRecord(id, keypair));
});
