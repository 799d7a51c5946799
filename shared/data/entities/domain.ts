import { AppError } from '../../domain/errors.ts';
import { isId } from '../../domain/ids.ts';
import type { DkimKeys } from '../../domain/mail/dns-records.ts';
import type { ProofState } from '../../domain/mail/domain-proof.ts';
import { type Change, check, insert, RETRY, remove, removeVersion, replaceVersion, update } from '../change.ts';
import { anyRow, rowDecoder } from '../decode-row.ts';
import { dueRows, dueTime } from '../due-index.ts';
import { newestFirst } from '../record-list.ts';
import { PREFIX, TABLE } from '../table.ts';
import { getRow, type Key, queryRows, type Row, type Table } from '../table-client.ts';

/**
 * An organization's claim on a mail domain. See: docs/contract/domains.md#rules;
 * docs/decisions/0008-domain-ownership.md.
 */
export interface Domain extends ProofState {
  id: string;
  organizationId: string;
  /** In lower case. */
  domain: string;
  /** null until SES knows the domain. */
  dkim: DkimKeys | null;
  /** Keys of the records that the last look found (`recordKey`). */
  published: string[];
  /** Mailboxes on it: while there are any it is not deleted. */
  mailboxCount: number;
  lastCheckedAt: number | null;
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

/** Names one claim: what jobs carry. */
export interface DomainRef {
  organizationId: string;
  domainId: string;
}

const decodeDomainRef = rowDecoder<DomainRef>({ organizationId: 'string', domainId: 'string' });

function domainKey(organizationId: string, id: string): Key {
  return { pk: `${PREFIX.domain}${organizationId}`, sk: id };
}

/** All rows about a name, of whichever organization: who claims it, and who holds it. */
function namePartition(domain: string): string {
  return `${PREFIX.domainName}${domain}`;
}

const CLAIM = 'ORG#';
const claimKey = ({ domain, organizationId }: Domain): Key => ({
  pk: namePartition(domain),
  sk: `${CLAIM}${organizationId}`,
});
const holderKey = ({ domain }: Pick<Domain, 'domain'>): Key => ({ pk: namePartition(domain), sk: 'HOLDER' });

const taken = () => new AppError('domain.taken');

const DUE = `${PREFIX.due}DOMAIN`;

/** The row as stored: on the index of due work while it is to be looked at again. */
function rowOf(domain: Domain): Row<Domain> {
  const { nextCheckAt } = domain;
  const due =
    nextCheckAt === null ? {} : { [TABLE.dueIndex.partitionKey]: DUE, [TABLE.dueIndex.sortKey]: dueTime(nextCheckAt) };
  return { ...domain, ...domainKey(domain.organizationId, domain.id), ...due };
}

/** The domain of a row, without what only the index needs, so that it can be stored again as it is. */
function domainOf(row: Row<Domain>): Domain {
  const { pk: _pk, sk: _sk, due_pk: _due, due_at: _at, ...domain } = row as Row<Domain> & Record<string, unknown>;
  return domain as unknown as Domain;
}

/** A new claim, once for an organization and a name, and only while nobody else holds the name. */
export function insertDomain(domain: Domain): Change[] {
  return [
    insert({ ...claimKey(domain), domainId: domain.id }, taken),
    check(holderKey(domain), { expression: 'attribute_not_exists(pk)' }, taken),
    insert(rowOf(domain)),
  ];
}

/** The domain as it is to be, its standing unchanged; `version` one more than what was read. */
export function replaceDomain(domain: Domain): Change {
  return replaceVersion(rowOf(domain));
}

/**
 * The domain after a look. A name is held by the one claim that is verified: the holder's row comes and goes in the
 * same commit as the status, so of two claims that have their proof at once one wins and the other looks again.
 */
export function applyDomainCheck(before: Domain, after: Domain): Change[] {
  const [held, holds] = [before.status === 'verified', after.status === 'verified'];
  return [
    replaceDomain(after),
    ...(holds && !held
      ? [insert({ ...holderKey(after), organizationId: after.organizationId, domainId: after.id }, RETRY)]
      : []),
    ...(held && !holds ? [remove(holderKey(after), RETRY)] : []),
  ];
}

/** Takes a claim away as it was read, and with it the name where it is held. */
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

/** The claim that has proved the name, if any. */
export function readHolder(table: Table, domain: string): Promise<DomainRef | undefined> {
  return getRow(table, decodeDomainRef, holderKey({ domain }), { strong: true });
}

/** Whether any organization claims the name, proved or not. */
export async function hasAnyClaim(table: Table, domain: string): Promise<boolean> {
  const claims = { pk: namePartition(domain), from: CLAIM, to: `${CLAIM}~`, limit: 1, strong: true };
  for await (const _ of queryRows(table, anyRow, claims)) return true;
  return false;
}

/** Claims whose time to be looked at has come, oldest first. */
export function dueDomains(table: Table, until: number, limit: number) {
  return dueRows(table, DUE, until, limit);
}

/** Who a row of the index of due work is about. */
export function parseDueDomain({ pk, sk }: Key): DomainRef {
  return { organizationId: pk.slice(PREFIX.domain.length), domainId: sk };
}

/** Puts off the next look at a claim that is being looked at now; void when that has moved already. */
export function updateDomainDueTime(key: Key, seenDueAt: string, until: number): Change {
  return update(
    key,
    { set: { due_at: dueTime(until) } },
    { condition: { expression: '#due_at = :seen', values: { ':seen': seenDueAt } }, onConditionFailed: RETRY },
  );
}
