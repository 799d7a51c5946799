import { isId } from '#shared/domain/ids/ids.ts';
import type { SigningJwk } from '#shared/domain/issuer/signing-jwk.ts';
import type { IssuerRule } from '#shared/domain/issuer/trusted-issuer.ts';
import { type Change, insert, RETRY, remove, replaceVersion } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { newestFirst } from '../../record-list.ts';
import { storedPairs } from '../../stored-pairs.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';

/** An issuer that an organization trusts. See: docs/contract/trusted-issuers.md#trusted-issuer-record. */
export interface TrustedIssuer {
  id: string;
  organizationId: string;
  /** Of the organization, which never change: for the short keys that follow from it. */
  organizationName: string;
  organizationSlug: string;
  /** What the claim `iss` of its tokens is, byte by byte. */
  issuer: string;
  /** Where its keys are; null: the issuer's own discovery document says where, or they are in `jwks`. */
  jwksUrl: string | null;
  /** Its keys, if the organization has given them. */
  jwks: SigningJwk[] | null;
  rules: IssuerRule[];
  createdAt: number;
}

const decodeTrustedIssuer = rowDecoder<TrustedIssuer>({
  id: 'string',
  organizationId: 'string',
  organizationName: 'string',
  organizationSlug: 'string',
  issuer: 'string',
  rules: 'array',
  createdAt: 'number',
});

/**
 * The trusted issuers of an organization by their ids, in one row: an issuer cannot be there twice, and their number
 * stays within its limit.
 */
export interface IssuerIndex {
  issuers: Record<string, string>;
  version: number;
}

const decodeIssuerIndex = rowDecoder<IssuerIndex>({ issuers: 'object', version: 'number' });

const NO_ISSUERS: IssuerIndex = { issuers: {}, version: 0 };

const partition = (organizationId: string) => `${PREFIX.trustedIssuer}${organizationId}`;
const issuerKey = (organizationId: string, id: string): Key => ({ pk: partition(organizationId), sk: id });
const indexKey = (organizationId: string): Key => ({ pk: partition(organizationId), sk: 'INDEX' });

export function insertTrustedIssuer(issuer: TrustedIssuer): Change {
  const rules = issuer.rules.map((rule) => ({ ...rule, claims: storedPairs(rule.claims) }));
  return insert({ ...issuerKey(issuer.organizationId, issuer.id), ...issuer, rules });
}

export function removeTrustedIssuer({ organizationId, id }: Pick<TrustedIssuer, 'organizationId' | 'id'>): Change {
  return remove(issuerKey(organizationId, id), RETRY);
}

/** A trusted issuer by a strongly consistent read, so that nothing follows from one that was deleted. */
export async function findTrustedIssuer(
  table: Table,
  organizationId: string,
  id: string,
): Promise<TrustedIssuer | undefined> {
  if (!isId('trustedIssuer', id)) return undefined;
  return getRow(table, decodeTrustedIssuer, issuerKey(organizationId, id), { strong: true });
}

export async function readIssuerIndex(table: Table, organizationId: string): Promise<IssuerIndex> {
  return (await getRow(table, decodeIssuerIndex, indexKey(organizationId), { strong: true })) ?? NO_ISSUERS;
}

/** Replaces the index. `version` must be one more than was read. */
export function replaceIssuerIndex(organizationId: string, index: IssuerIndex): Change {
  return replaceVersion({ ...indexKey(organizationId), ...index });
}

/** The id of an issuer in an index. */
export function idOfIssuer({ issuers }: IssuerIndex, issuer: string): string | undefined {
  return Object.entries(issuers).find(([, text]) => text === issuer)?.[0];
}

export function trustedIssuersBefore(table: Table, organizationId: string, before: number | undefined) {
  const list = { pk: partition(organizationId), kind: 'trustedIssuer' } as const;
  return newestFirst(table, decodeTrustedIssuer, list, before);
}
