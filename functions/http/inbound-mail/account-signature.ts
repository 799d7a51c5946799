import { findProviderAccountById, type ProviderAccount } from '../../../shared/data/entities/provider-account.ts';
import type { Table } from '../../../shared/data/table-client.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { verifySignature } from '../../../shared/domain/signature.ts';
import type { Keyring } from '../../../shared/runtime/keyring.ts';
import type { SignedBody } from '../../../shared/runtime/pipeline/operation.ts';

const NAMES = {
  account: 'x-aid-provider-account',
  timestamp: 'x-aid-timestamp',
  signature: 'x-aid-signature',
} as const;

/** Whether a request claims to be signed by a provider account. */
export function hasAccountHeaders({ headers }: SignedBody): boolean {
  return Object.values(NAMES).some((name) => headers[name] !== undefined);
}

/**
 * The provider account that signed a request. An unknown account, a disabled one, a wrong signature and a stale one
 * are the same refusal.
 *
 * See: docs/contract/mail.md#inbound-hook.
 */
export async function verifyAccount(
  { table, keyring, now }: { table: Table; keyring: () => Promise<Keyring>; now: number },
  { headers, bytes }: SignedBody,
): Promise<ProviderAccount> {
  const id = headers[NAMES.account] ?? '';
  const account = await findProviderAccountById(table, id);
  if (account === undefined || account.status === 'disabled') throw new AppError('auth.unauthorized');
  const secret = (await keyring()).open('provider-inbound', account.id, account.sealedInboundSecret).reveal();
  const signed = { requestId: id, timestamp: headers[NAMES.timestamp], signature: headers[NAMES.signature] };
  if (!verifySignature(secret, signed, bytes, Math.floor(now / 1000))) throw new AppError('auth.unauthorized');
  return account;
}
