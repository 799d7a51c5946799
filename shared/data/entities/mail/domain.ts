import { AppError } from '#shared/domain/errors/errors.ts';
import { isId } from '#shared/domain/ids/ids.ts';
import type { DkimKeys } from '#shared/domain/mail/dns-records.ts';
import type { ProofState } from '#shared/domain/mail/domain-proof.ts';
import { type Change, check, insert, RETRY, remove, removeVersion, replaceVersion, update } from '../../change.ts';
import { anyRow, rowDecoder } from '../../decode-row.ts';
import { dueRows, dueTime } from '../../due-index.ts';
import { newestFirst } from '../../record-list.ts';
import { PREFIX, TABLE } from '../../table.ts';
import { getRow, getRows, type Key, queryRows, type Row, type Table } from '../../table-client.ts';

/**
 * An organization's claim on a mail domain. See: docs/contract/domains.md#rules;
 * docs/decisions/0008-domain-ownership.md.
 */
export interface Domain extends ProofState {
  id: string;
  organizationId: string;
  /** In lower case. */
  domain: string;
  /** null until the domain is registered with SES. */
  dkim: DkimKeys | null;
  /** Keys of the DNS records that the last check found (`recordKey`). */
  published: string[];
  /** The number of mailboxes on the domain. A domain with mailboxes cannot be deleted. */
  mailboxCount: number;
  lastCheckedAt: number | null;
  /** When its limits as a new domain began; absent if it has none, as in all rows up to 0.3.0. */
  rampFrom?: number;
  createdAt: number;
  updatedAt: number;
  version: number;
}

const decodeDomain = rowDecoder<Domain>({
  id: 'string',
  organizationId: 'string',
  domain: 'string',
  status: 'string',
  mailboxCount: 'number',
  createdAt: 'number',
  version: 'number',
});

/** Names one claim, for example in a job. */
export interface DomainRef {
  organizationId: string;
  domainId: string;
}

export const decodeDomainRef = rowDecoder<DomainRef>({ organizationId: 'string', domainId: 'string' });

function domainKey(organizationId: string, id: string): Key {
  return { pk: `${PREFIX.domain}${organizationId}`, sk: id };
}

/** The rows about a domain name: the claims of all organizations, and its holder. */
function namePartition(domain: string): string {
  return `${PREFIX.domainName}${domain}`;
}

const CLAIM = 'ORG#';
const claimKey = ({ domain, organizationId }: Domain): Key => ({
  pk: namePartition(domain),
  sk: `${CLAIM}${organizationId}`,
});
/** The row that says who holds a domain name. */
export const holderKey = ({ domain }: Pick<Domain, 'domain'>): Key => ({ pk: namePartition(domain), sk: 'HOLDER' });

const taken = () => new AppError('domain.taken');

const DUE = `${PREFIX.due}DOMAIN`;

/** A domain and the attributes of the index. */
type DomainRow = Row<Domain & { due_pk?: string; due_at?: string }>;

/** The row as stored. It is on the due index as long as another check is planned. */
function rowOf(domain: Domain): DomainRow {
  const { nextCheckAt } = domain;
  const due =
    nextCheckAt === null ? {} : { [TABLE.dueIndex.partitionKey]: DUE, [TABLE.dueIndex.sortKey]: dueTime(nextCheckAt) };
  return { ...domain, ...domainKey(domain.organizationId, domain.id), ...due };
}

/** The domain of a row, without the attributes of the index, which `rowOf` adds again. */
function domainOf(row: DomainRow): Domain {
  const { pk: _pk, sk: _sk, due_pk: _due, due_at: _at, ...domain } = row;
  return domain;
}

/** A new claim. An organization can claim a name once, and only if no other organization holds the name. */
export function insertDomain(domain: Domain): Change[] {
  return [
    insert({ ...claimKey(domain), domainId: domain.id }, taken),
    check(holderKey(domain), { expression: 'attribute_not_exists(pk)' }, taken),
    insert(rowOf(domain)),
  ];
}

/** Replaces a domain that keeps its status. `version` must be one more than was read. */
export function replaceDomain(domain: Domain): Change {
  return replaceVersion(rowOf(domain));
}

/**
 * Replaces a domain after a check. The holder of a name is the claim that is verified: the holder row is written and
 * removed in the same commit as the status. If two claims are proved at the same time, one succeeds and the other is
 * checked again.
 */
export function applyDomainCheck(before: Domain, after: Domain): Change[] {
  const [wasHolder, isHolder] = [before.status === 'verified', after.status === 'verified'];
  return [
    replaceDomain(after),
    ...(isHolder && !wasHolder
      ? [insert({ ...holderKey(after), organizationId: after.organizationId, domainId: after.id }, RETRY)]
      : []),
    ...(wasHolder && !isHolder ? [remove(holderKey(after), RETRY)] : []),
  ];
}

/** Removes a claim that has not changed since it was read, and the holder row if the claim is verified. */
export function removeDomain(domain: Domain): Change[] {
  return [
    removeVersion(rowOf(domain)),
    remove(claimKey(domain), RETRY),
    ...(domain.status === 'verified' ? [remove(holderKey(domain), RETRY)] : []),
  ];
}

export async function findDomain(table: Table, organizationId: string, id: string): Promise<Domain | undefined> {
  if (!isId('domain', id)) return undefined;
  const row = await getRow(table, decodeDomain, domainKey(organizationId, id), { strong: true });
  return row === undefined ? undefined : domainOf(row);
}

export function domainsBefore(table: Table, organizationId: string, before: number | undefined) {
  return newestFirst(table, decodeDomain, { pk: `${PREFIX.domain}${organizationId}`, kind: 'domain' }, before);
}

/** The verified claim on a name, if there is one. */
export function readHolder(table: Table, domain: string): Promise<DomainRef | undefined> {
  return getRow(table, decodeDomainRef, holderKey({ domain }), { strong: true });
}

/** Whether any organization claims the name, verified or not. */
export async function hasAnyClaim(table: Table, domain: string): Promise<boolean> {
  const claims = { pk: namePartition(domain), from: CLAIM, to: `${CLAIM}~`, limit: 1, strong: true };
  for await (const _ of queryRows(table, anyRow, claims)) return true;
  return false;
}

/** The organizations with the verified claims on names, by name. */
export async function readHolders(table: Table, domains: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const keys = [...new Set(domains)].map((domain) => holderKey({ domain }));
  const rows = await getRows(table, decodeDomainRef, keys, { strong: true });
  return new Map(rows.map(({ pk, organizationId }) => [pk.slice(PREFIX.domainName.length), organizationId]));
}

/** Writes nothing, but the operation decides again if a domain is no longer verified. */
export function checkVerified({ organizationId, domainId }: DomainRef): Change {
  const verified = {
    expression: '#status = :verified',
    names: { '#status': 'status' },
    values: { ':verified': 'verified' },
  };
  return check(domainKey(organizationId, domainId), verified, RETRY);
}

/** The claims that are due for a check, oldest first. */
export function dueDomains(table: Table, until: number, limit: number) {
  return dueRows(table, DUE, until, limit);
}

/** The claim that a row of the due index belongs to. */
export function parseDueDomain({ pk, sk }: Key): DomainRef {
  return { organizationId: pk.slice(PREFIX.domain.length), domainId: sk };
}

/** Defers the next check of a claim that is about to be checked. The operation retries if it is no longer due. */
export function updateDomainDueTime(key: Key, seenDueAt: string, until: number): Change {
  return update(
    key,
    { set: { due_at: dueTime(until) } },
    { condition: { expression: '#due_at = :seen', values: { ':seen': seenDueAt } }, onConditionFailed: RETRY },
  );
}
