import type { Change } from '#shared/data/change.ts';
import { writeCorrespondents } from '#shared/data/direct-writes/correspondents.ts';
import { contactsBefore } from '#shared/data/entities/contact/contact.ts';
import {
  type CorrespondentRow,
  Correspondents,
  readKnownDomains,
  replaceCorrespondents,
  seededRow,
} from '#shared/data/entities/contact/correspondent.ts';
import { domainsBefore } from '#shared/data/entities/mail/domain.ts';
import { collect, type Row, type Table } from '#shared/data/table-client.ts';
import { domainOfAddress } from '#shared/domain/mail/address.ts';

/** The newest contacts and domains that an organization's known domains begin with. */
const MAX_SEEDS = 200;

/**
 * The rows of the domains that an organization knows. The first email of an organization adds those of its contacts and
 * its own from before, once. Later ones are added when the contact or the domain is (`trustDomains`).
 */
export async function knownDomains(
  table: Table,
  organizationId: string,
  options: { strong: boolean },
): Promise<Row<CorrespondentRow>[]> {
  const { rows, isSeeded } = await readKnownDomains(table, organizationId, options);
  if (isSeeded) return rows;
  const [contacts, domains] = await Promise.all([
    collect(contactsBefore(table, organizationId, undefined, MAX_SEEDS), MAX_SEEDS),
    collect(domainsBefore(table, organizationId, undefined), MAX_SEEDS),
  ]);
  const correspondents = new Correspondents(organizationId, rows);
  const names = [...contacts.flatMap(({ emails }) => emails.map(domainOfAddress)), ...domains.map((one) => one.domain)];
  for (const name of names.reverse()) correspondents.addTrustedDomain(name);
  await writeCorrespondents(table, [...correspondents.changedRows, seededRow(organizationId)]);
  const changed = new Map(correspondents.changedRows.map((row) => [row.sk, row]));
  return [...rows.filter(({ sk }) => !changed.has(sk)), ...changed.values()];
}

/**
 * Changes that let an organization know domains that it has chosen. None before its first email, which reads all of
 * them.
 */
export async function trustDomains(table: Table, organizationId: string, names: readonly string[]): Promise<Change[]> {
  if (names.length === 0) return [];
  const { rows, isSeeded } = await readKnownDomains(table, organizationId, { strong: true });
  if (!isSeeded) return [];
  const correspondents = new Correspondents(organizationId, rows);
  for (const name of names) correspondents.addTrustedDomain(name);
  return correspondents.changedRows.map(replaceCorrespondents);
}
