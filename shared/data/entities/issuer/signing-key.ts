import type { SigningKeyTimes } from '#shared/domain/issuer/signing-key-states.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { type Key, queryRows, type Row, type Table } from '../../table-client.ts';

/** A version of the key that signs tokens: either `wrapped` or in KMS. */
export interface SigningKey extends SigningKeyTimes {
  /** The private key in PKCS #8, wrapped by KMS, in base64. */
  readonly wrapped?: string;
  /** The ARN of the key in KMS, which signs with it. */
  readonly kmsKey?: string;
  /** The public key as SubjectPublicKeyInfo, in base64. See: RFC 5280, section 4.1.2.7. */
  readonly publicKey: string;
}

const decodeSigningKey = rowDecoder<SigningKey>({
  wrapped: 'string?',
  kmsKey: 'string?',
  publicKey: 'string',
  createdAt: 'number',
  signsFrom: 'number',
  withdrawnAt: 'number?',
});

export function signingKeyRowKey(stage: string, version: number): Key {
  return { pk: `${PREFIX.signingKey}${stage}`, sk: String(version) };
}

export function signingKeyVersion({ sk }: Key): number {
  return Number(sk);
}

/** All keys, by ascending version. The read is strong, so that it shows a key that was created just before. */
export async function findSigningKeys(table: Table, stage: string): Promise<Row<SigningKey>[]> {
  const { pk } = signingKeyRowKey(stage, 1);
  const rows = queryRows(table, decodeSigningKey, { pk, from: '0', to: ':', strong: true });
  return (await Array.fromAsync(rows)).sort((a, b) => signingKeyVersion(a) - signingKeyVersion(b));
}
