import { findProviderAccountById, type ProviderAccount } from '#shared/data/entities/mail/provider-account.ts';
import type { Table } from '#shared/data/table-client.ts';
import { verifySignature } from '#shared/domain/delivery/signature.ts';
import { unauthorized } from '#shared/domain/errors/errors.ts';
import type { Keyring } from '#shared/runtime/keyring.ts';
import type { SignedBody } from '#shared/runtime/pipeline/protocol-messages.ts';

const HEADERS = {
  account: 'x-aid-provider-account',
  timestamp: 'x-aid-timestamp',
  signature: 'x-aid-signature',
} as const;

/** Whether a request has any header of a provider account's signature. */
export function hasAccountHeaders({ headers }: SignedBody): boolean {
  return Object.values(HEADERS).some((name) => headers[name] !== undefined);
}

/**
 * Verifies the signature of a request and returns the provider account that signed it. An unknown or disabled account
 * and a wrong or expired signature cause the same error.
 *
 * See: docs/contract/mail.md#inbound-hook.
 */
export async function verifyAccount(
  { table, keyring, now }: { table: Table; keyring: () => Promise<Keyring>; now: number },
  { headers, bytes }: SignedBody,
): Promise<ProviderAccount> {
  const id = headers[HEADERS.account] ?? '';
  const account = await findProviderAccountById(table, id);
  if (account === undefined || account.status === 'disabled') throw unauthorized('no such provider account');
  const ring = await keyring();
  const secret = (await ring.open('provider-inbound', account.id, account.sealedInboundSecret)).reveal();
  const signed = { requestId: id, timestamp: headers[HEADERS.timestamp], signature: headers[HEADERS.signature] };
  if (!verifySignature(secret, signed, bytes, Math.floor(now / 1000)))
    throw unauthorized('wrong signature or timestamp');
  return account;
}
