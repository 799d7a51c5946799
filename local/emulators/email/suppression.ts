import { z } from 'zod';
import type { Assembly } from '../../assembly/assembly.ts';
import { readProperties } from '../../assembly/read-properties.ts';
import { ServiceError } from '../../http/service-error.ts';
import type { Database } from '../../state/database.ts';

const REASONS = ['BOUNCE', 'COMPLAINT'] as const;
type Reason = (typeof REASONS)[number];

/** The settings of a tenant, or of a configuration set if its template has any. */
export interface SuppressionSettings {
  readonly SuppressionScope?: 'ACCOUNT' | 'TENANT';
  readonly SuppressedReasons?: readonly Reason[];
}

interface EntryInput {
  readonly EmailAddress?: string;
  readonly Reason?: Reason;
  readonly TenantName?: string;
}

const configurationSetSchema = z.object({
  Name: z.string(),
  SuppressionOptions: z.object({ SuppressedReasons: z.array(z.enum(REASONS)).optional() }).optional(),
});

/**
 * The suppression reasons of each configuration set in the templates that states them. An empty list is a setting too.
 */
export function suppressedReasonsOf(assembly: Assembly): ReadonlyMap<string, readonly Reason[]> {
  const sets = assembly
    .resources('AWS::SES::ConfigurationSet')
    .map((resource) => readProperties(resource, configurationSetSchema));
  return new Map(
    sets.flatMap(({ Name, SuppressionOptions: options }) =>
      options?.SuppressedReasons === undefined ? [] : [[Name, options.SuppressedReasons] as const],
    ),
  );
}

/** The name of the account's list. No tenant can have it. */
const ACCOUNT = '';

/**
 * The suppression lists of SES: one of the account, and one of each tenant that has the scope `TENANT`. Mail to an
 * address on the list that applies is accepted, and bounces. The mailbox simulator adds no address to a list, and no
 * other address bounces here: entries come from `PutSuppressedDestination`.
 *
 * Source: SES developer guide, Using tenant-level suppression lists; Using configuration set-level suppression.
 */
export class SuppressionLists {
  readonly #statements;
  readonly #reasonsOfSets: ReadonlyMap<string, readonly Reason[]>;

  constructor(database: Database, reasonsOfSets: ReadonlyMap<string, readonly Reason[]>) {
    this.#reasonsOfSets = reasonsOfSets;
    this.#statements = {
      settings: database.prepare('SELECT scope, reasons FROM tenant_suppression WHERE tenant = ?'),
      setSettings: database.prepare(
        'INSERT OR REPLACE INTO tenant_suppression (tenant, scope, reasons) VALUES (?, ?, ?)',
      ),
      put: database.prepare(
        'INSERT OR REPLACE INTO suppressed (list, address, reason, updated_at) VALUES (?, ?, ?, ?)',
      ),
      find: database.prepare('SELECT reason, updated_at FROM suppressed WHERE list = ? AND address = ?'),
      remove: database.prepare('DELETE FROM suppressed WHERE list = ? AND address = ?'),
      note: database.prepare('INSERT OR IGNORE INTO suppressed_recipients (mail, address) VALUES (?, ?)'),
      noted: database.prepare('SELECT address FROM suppressed_recipients WHERE mail = ?'),
    };
  }

  /** Stores the settings of a new tenant. Both are given, or neither. */
  configure(tenant: string, { SuppressionScope, SuppressedReasons }: SuppressionSettings): void {
    if ((SuppressionScope === undefined) !== (SuppressedReasons === undefined))
      throw new ServiceError('BadRequestException', 'SuppressionScope and SuppressedReasons are given together.');
    if (SuppressionScope === undefined) return;
    this.#statements.setSettings.run(tenant, SuppressionScope, JSON.stringify(SuppressedReasons));
  }

  put({ EmailAddress = '', Reason, TenantName = ACCOUNT }: EntryInput): object {
    if (Reason === undefined || !REASONS.includes(Reason)) throw new ServiceError('BadRequestException', 'No reason.');
    this.#statements.put.run(TenantName, EmailAddress, Reason, Date.now());
    return {};
  }

  get({ EmailAddress = '', TenantName = ACCOUNT }: EntryInput): object {
    const row = this.#statements.find.get(TenantName, EmailAddress);
    if (row === undefined) throw new ServiceError('NotFoundException', `${EmailAddress} is not suppressed.`, 404);
    const LastUpdateTime = Number(row.updated_at) / 1000;
    return { SuppressedDestination: { EmailAddress, Reason: String(row.reason), LastUpdateTime } };
  }

  remove({ EmailAddress = '', TenantName = ACCOUNT }: EntryInput): object {
    if (this.#statements.remove.run(TenantName, EmailAddress).changes > 0) return {};
    throw new ServiceError('NotFoundException', `${EmailAddress} is not suppressed.`, 404);
  }

  /** Decides at the time of sending which recipients of an email are suppressed. */
  decide(mail: { id: string; recipients: readonly string[] }, sent: { tenant?: string; configurationSet?: string }) {
    const row = this.#statements.settings.get(sent.tenant ?? ACCOUNT);
    const ofTenant: readonly string[] = row === undefined ? REASONS : JSON.parse(String(row.reasons));
    const reasons = this.#reasonsOfSets.get(sent.configurationSet ?? '') ?? ofTenant;
    const list = row?.scope === 'TENANT' ? (sent.tenant ?? ACCOUNT) : ACCOUNT;
    for (const address of mail.recipients) {
      const entry = this.#statements.find.get(list, address);
      if (entry !== undefined && reasons.includes(String(entry.reason))) this.#statements.note.run(mail.id, address);
    }
  }

  /** The recipients of an email that were suppressed when it was sent. */
  suppressedOf(mail: string): ReadonlySet<string> {
    return new Set(this.#statements.noted.all(mail).map((row) => String(row.address)));
  }
}
