import { domainOfAddress } from '#shared/domain/mail/address.ts';
import { looksLikeKnown, registeredDomain } from '#shared/domain/safe-reading/lookalike-domain.ts';
import { addressBytes, addressDigest, organizationDigest } from '../../address-digest.ts';
import { type Change, replaceVersion } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { collect, type Key, queryRows, type Row, type Table } from '../../table-client.ts';

/**
 * Who an organization has had mail from or written to: domains, for comparing the domains of authors with them, and
 * digests of addresses. Both are lists in rows of at most a kilobyte, the oldest entries of which give way to new ones,
 * so that reading and writing them costs the same however many correspondents there are.
 *
 * See: docs/decisions/0048-safe-reading.md#warnings-from-earlier-mail.
 */
export interface CorrespondentRow {
  entries: string[];
  version: number;
}

export const decodeCorrespondents = rowDecoder<CorrespondentRow>({ entries: 'array', version: 'number' });

/**
 * Why a domain is known, and the number of rows for it. A stranger, who can write from any number of addresses, only
 * displaces other strangers: domains that the organization has chosen, and those of verified senders, have their own.
 */
const STANDINGS = { trusted: 4, verified: 2, claimed: 2 } as const;

export type Standing = keyof typeof STANDINGS;

const ADDRESS_ROWS = 256;
/** Bytes of the entries of a row. */
const MAX_ROW_BYTES = 850;
/** A longer domain is not recorded. */
const MAX_DOMAIN_BYTES = 100;

const DOMAINS = 'DOMAINS#';
const partition = (organizationId: string) => `${PREFIX.correspondent}${organizationId}`;

function domainKey(organizationId: string, standing: Standing, domain: string): Key {
  const row = organizationDigest(organizationId, domain).readUInt8() % STANDINGS[standing];
  return { pk: partition(organizationId), sk: `${DOMAINS}${standing}#${row}` };
}

/** The row that an address is in, unless it is the first one of its domain: that is with the domain. */
export function addressKey(organizationId: string, address: string): Key {
  // Not a byte of the entries, so that those of one row differ in all of theirs.
  const row = addressBytes(organizationId, address).readUInt8(8) % ADDRESS_ROWS;
  return { pk: partition(organizationId), sk: `ADDRESSES#${row.toString(16).padStart(2, '0')}` };
}

/** The correspondents of an organization, as far as their rows were read: to look up and to add to. */
export class Correspondents {
  readonly organizationId: string;
  readonly #rows: ReadonlyMap<string, Row<CorrespondentRow>>;
  readonly #changed = new Map<string, Row<CorrespondentRow>>();
  readonly #domains = new Set<string>();
  readonly #trusted = new Set<string>();
  readonly #addresses = new Set<string>();

  constructor(organizationId: string, rows: readonly Row<CorrespondentRow>[]) {
    this.organizationId = organizationId;
    this.#rows = new Map(rows.map((row) => [row.sk, row]));
    for (const { sk, entries } of rows) {
      for (const entry of entries) {
        const [domain = '', digest] = sk.startsWith(DOMAINS) ? entry.split(' ') : ['', entry];
        if (domain !== '') this.#domains.add(domain);
        if (domain !== '' && sk.startsWith(`${DOMAINS}trusted`)) this.#trusted.add(domain);
        if (digest !== undefined) this.#addresses.add(digest);
      }
    }
  }

  /** The rows that differ from what was read. */
  get changedRows(): Row<CorrespondentRow>[] {
    return [...this.#changed.values()];
  }

  /** Whether there was mail from or to the address. Its row (`addressKey`) must have been read. */
  hasAddress(address: string): boolean {
    return this.#addresses.has(addressDigest(this.organizationId, address));
  }

  /** Whether the domain of an address looks like a known one, or like one of the `own`, without being one of them. */
  isLookalike(address: string, own: readonly string[]): boolean {
    return looksLikeKnown(domainOfAddress(address), [...this.#domains, ...own]);
  }

  /**
   * Adds an address, and its domain unless that is known. A domain that imitates another one is not added, because it
   * would be known from its second message on.
   */
  addAddress(address: string, standing: Standing, own: readonly string[]): void {
    const digest = addressDigest(this.organizationId, address);
    const domain = recordable(domainOfAddress(address));
    const known = standing === 'trusted' ? this.#trusted : this.#domains;
    const isNew =
      domain !== undefined &&
      !known.has(domain) &&
      !own.some((one) => registeredDomain(one) === domain) &&
      !this.isLookalike(address, own);
    if (isNew) {
      this.#domains.add(domain);
      if (standing === 'trusted') this.#trusted.add(domain);
      this.#extend(domainKey(this.organizationId, standing, domain), `${domain} ${digest}`);
    } else if (!this.#addresses.has(digest)) {
      this.#extend(addressKey(this.organizationId, address), digest);
    }
    this.#addresses.add(digest);
  }

  /** Adds a domain that the organization has chosen: of a contact, or its own. */
  addTrustedDomain(name: string): void {
    const domain = recordable(name);
    if (domain === undefined || this.#trusted.has(domain)) return;
    this.#domains.add(domain);
    this.#trusted.add(domain);
    this.#extend(domainKey(this.organizationId, 'trusted', domain), domain);
  }

  /** Adds an entry to a row. The oldest ones give way if there is no room. */
  #extend(key: Key, entry: string): void {
    const stored = this.#rows.get(key.sk);
    const entries = [...((this.#changed.get(key.sk) ?? stored)?.entries ?? []), entry];
    let bytes = entries.reduce((sum, one) => sum + one.length + 1, 0);
    while (bytes > MAX_ROW_BYTES) bytes -= (entries.shift()?.length ?? 0) + 1;
    this.#changed.set(key.sk, { ...key, entries, version: (stored?.version ?? 0) + 1 });
  }
}

function recordable(domain: string): string | undefined {
  const registered = registeredDomain(domain);
  return registered !== undefined && registered.length <= MAX_DOMAIN_BYTES ? registered : undefined;
}

const SEEDED = `${DOMAINS}seeded#0`;

/**
 * The rows of an organization's known domains. Not strongly consistent: a domain that was recorded a moment ago may be
 * missing. `isSeeded` is false if the domains from before such rows existed are not among them yet.
 */
export async function readKnownDomains(
  table: Table,
  organizationId: string,
  options: { strong?: boolean } = {},
): Promise<{ rows: Row<CorrespondentRow>[]; isSeeded: boolean }> {
  const range = { pk: partition(organizationId), from: DOMAINS, to: `${DOMAINS}~`, ...options };
  const rows = await collect(queryRows(table, decodeCorrespondents, range), MAX_DOMAIN_ROWS);
  return { rows, isSeeded: rows.some(({ sk }) => sk === SEEDED) };
}

const MAX_DOMAIN_ROWS = 1 + Object.values(STANDINGS).reduce((sum, rows) => sum + rows, 0);

/** The row that says that the known domains are complete. */
export function seededRow(organizationId: string): Row<CorrespondentRow> {
  return { pk: partition(organizationId), sk: SEEDED, entries: [], version: 1 };
}

/** Replaces a row that has not changed since it was read. */
export function replaceCorrespondents(row: Row<CorrespondentRow>): Change {
  return replaceVersion(row);
}
