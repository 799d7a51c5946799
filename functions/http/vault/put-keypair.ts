import * as routes from '#shared/contract/routes/vault.ts';
import { type Identity, type Keypair, replaceIdentity } from '#shared/data/entities/organization/identity.ts';
import { insertProofNonce, isNonceUsed } from '#shared/data/entities/vault/proof-nonce.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { keypairIdentity } from './keypair-identity.ts';
import { keypairRecord } from './keypair-record.ts';
import { proofProblem } from './proof-problem.ts';

export const putKeypair = operation(routes.putKeypair, async (context, { body }) => {
  const { actor, table, now } = context;
  const { public_key: publicKey, proof } = body;
  const identity = await keypairIdentity(routes.putKeypair, context, body.identity_id);
  const { id, keypair: present } = identity;
  const isReplaced = present !== undefined && present.publicKey !== publicKey;
  const problem = proofProblem({
    identity,
    action: 'replace',
    resourceId: id,
    proof,
    isNeeded: isReplaced && actor.kind === 'agent',
    isNonceUsed: proof !== undefined && (await isNonceUsed(table, id, proof.nonce)),
    now,
  });
  if (problem !== undefined) throw new AppError('vault.proof_invalid', problem);

  return write((tx) => {
    if (proof !== undefined) tx.put(insertProofNonce(id, proof));
    // The same keypair again changes nothing.
    if (present !== undefined && !isReplaced) return reply(keypairRecord(id, present));
    const updatedAt = Math.max(now, present?.updatedAt ?? 0);
    const keypair: Keypair = { publicKey, createdAt: present?.createdAt ?? updatedAt, updatedAt };
    // Without a proof, the holder of the new key may be another one than the holder of the leases.
    const revokes = isReplaced && proof === undefined;
    const changed: Identity = {
      ...identity,
      keypair,
      leaseGeneration: (identity.leaseGeneration ?? 0) + (revokes ? 1 : 0),
      version: identity.version + 1,
    };
    tx.put(replaceIdentity(changed));
    tx.audit({ targetId: id });
    return reply(keypairRecord(id, keypair));
  });
});
