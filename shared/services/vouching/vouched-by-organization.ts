import { findContacts } from '#shared/data/entities/contact/contact.ts';
import { contactIdsWith } from '#shared/data/entities/contact/contact-address.ts';
import { decodeDomainRef, holderKey } from '#shared/data/entities/mail/domain.ts';
import { decodeAddressRow, mailboxKey } from '#shared/data/entities/mail/mailbox.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import { isMember } from '#shared/data/entities/organization/membership.ts';
import { decodeOrganization } from '#shared/data/entities/organization/organization.ts';
import { organizationKey } from '#shared/data/entities/organization/organization-key.ts';
import { decodeEmailOwner, emailKey } from '#shared/data/entities/organization/user.ts';
import { collect, getRowsTogether, type Table } from '#shared/data/table-client.ts';
import { normaliseAddress } from '#shared/domain/mail/address.ts';
import { registeredDomain } from '#shared/domain/safe-reading/lookalike-domain.ts';
import { addressName, type Name } from '#shared/domain/vouching/name.ts';

/** What an agent's organization knows an address or a host as. */
type Acquaintance = 'agent' | 'domain' | 'person' | 'contact';

/** A name, and the address that it was made from, which may have a tag. */
export interface GivenName extends Name {
  readonly given?: string;
}

/** Contacts that have an address. */
const MAX_CONTACTS = 20;

/**
 * What the organization of an agent knows names as: as an agent's mailbox or a domain of its own, as a person of its
 * own, as a contact. Three rounds of reads at most, whatever the number of names.
 */
export async function knownToOrganization(
  table: Table,
  identity: Pick<Identity, 'id' | 'organizationId'>,
  names: readonly GivenName[],
): Promise<Map<string, Acquaintance>> {
  const known = new Map<string, Acquaintance>();
  if (names.length === 0) return known;
  const { organizationId } = identity;
  const keys = names.flatMap((name) => [
    ...domainsOf(name).map((domain) => holderKey({ domain })),
    ...(name.kind === 'address' ? [mailboxKey(name.name), ...formsOf(name).map(emailKey)] : []),
  ]);
  const [rows, contacts] = await Promise.all([
    getRowsTogether(table, [organizationKey(organizationId), ...keys]),
    Promise.all(names.map((name) => isContact(table, identity, name))),
  ]);
  const owner = rows(decodeOrganization, organizationKey(organizationId))?.ownerEmail ?? null;
  // Where the owner has mail is a domain of the organization, unless everyone can get an address there.
  const ofOwner = owner === null ? undefined : addressName(owner);
  const ownersGroup = ofOwner === undefined || ofOwner.group === ofOwner.name ? undefined : ofOwner.group;
  const persons = await Promise.all(
    names.map(async (name) => {
      const forms = formsOf(name);
      if (owner !== null && forms.includes(normaliseAddress(owner))) return true;
      const users = forms.flatMap((form) => rows(decodeEmailOwner, emailKey(form))?.userId ?? []);
      const isOne = await Promise.all(users.map((user) => isMember(table, { userId: user, organizationId })));
      return isOne.includes(true);
    }),
  );
  for (const [at, name] of names.entries()) {
    const isOwnDomain =
      name.group === ownersGroup ||
      domainsOf(name).some((domain) => rows(decodeDomainRef, holderKey({ domain }))?.organizationId === organizationId);
    const mailbox = name.kind === 'address' ? rows(decodeAddressRow, mailboxKey(name.name)) : undefined;
    const isAgent = mailbox?.organizationId === organizationId && !('retiredAt' in mailbox);
    const found = (
      [
        ['agent', isAgent],
        ['person', persons[at]],
        ['contact', contacts[at]],
        ['domain', isOwnDomain],
      ] as const
    ).find(([, is]) => is === true);
    if (found !== undefined) known.set(name.name, found[0]);
  }
  return known;
}

/** The forms in which an address may be stored: without its tag, and as it was given. */
function formsOf({ kind, name, given = name }: GivenName): string[] {
  return kind === 'host' ? [] : [...new Set([name, normaliseAddress(given)])];
}

/** The domain of a name, and the registered domain above it. */
function domainsOf({ kind, name }: Name): string[] {
  const domain = kind === 'address' ? name.slice(name.lastIndexOf('@') + 1) : name;
  return [...new Set([domain, registeredDomain(domain) ?? domain])];
}

/** Whether a person, and no agent, has made an address a contact of the agent. */
async function isContact(
  table: Table,
  { id, organizationId }: Pick<Identity, 'id' | 'organizationId'>,
  name: GivenName,
): Promise<boolean> {
  const queries = formsOf(name).map((address) => ({ organizationId, address, byPerson: true }));
  const found = await Promise.all(queries.map((query) => collect(contactIdsWith(table, query, MAX_CONTACTS), 1)));
  const ids = found.flat(2);
  if (ids.length === 0) return false;
  const contacts = await findContacts(table, organizationId, ids);
  return contacts.some(({ identityId }) => identityId === null || identityId === id);
}
