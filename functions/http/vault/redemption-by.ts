import { findLease } from '#shared/data/entities/vault/lease.ts';
import { insertRedemption, type Redemption } from '#shared/data/entities/vault/redemption.ts';
import { retryOnStaleRead } from '#shared/data/retry-on-stale-read.ts';
import type { TransactionBuilder } from '#shared/data/transaction-builder.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { mayUse } from '#shared/runtime/pipeline/actor.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';
import { actorPayload } from '#shared/services/tasks/actor.ts';

/** The audit record of a redemption by the caller of a request. */
export function redemptionBy(
  { actor, address }: AuthenticatedContext,
  { at, ...result }: Pick<Redemption, 'at' | 'outcome' | 'version'>,
): Redemption {
  return {
    id: makeId('redemption', at, randomPart()),
    at,
    ...actorPayload(actor),
    keyId: actor.keyId,
    address,
    ...result,
  };
}

/** Records the attempt of a suspended agent to redeem its lease: authorization refuses it before the operation runs. */
export async function recordSuspendedRedeemer(
  context: AuthenticatedContext,
  { id = '' }: Readonly<Record<string, string>>,
): Promise<void> {
  const { actor, table } = context;
  const lease = await findLease(table, actor.organization.id, id, { strong: false });
  if (lease === undefined || !mayUse(actor, lease)) return;
  const build = (tx: TransactionBuilder) =>
    tx.put(insertRedemption(lease.id, redemptionBy(context, { at: tx.now, outcome: 'suspended', version: null })));
  await retryOnStaleRead((isOver) => commit(table, { build }, { now: Date.now, isOver }));
}
