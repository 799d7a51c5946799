import { DAY } from '../time/time.ts';

/** How long an entry of the audit is kept. See: docs/contract/audit.md. */
export const AUDIT_MS = 400 * DAY;

/** The kinds of what an audited operation changes. */
export const AUDIT_TARGETS = [
  'organization',
  'member',
  'member_settings',
  'user',
  'session',
  'api_key',
  'grant',
  'oauth_client',
  'identity',
  'keypair',
  'mailbox',
  'domain',
  'provider_account',
  'contact',
  'contact_rule',
  'contact_settings',
  'secret',
  'lease',
  'tunnel',
  'a2a_settings',
  'a2a_rule',
  'invitation',
  'approval',
  'approval_settings',
  'webhook',
  'trusted_issuer',
  'identity_token_settings',
  'approval',
] as const;

export type AuditTarget = (typeof AUDIT_TARGETS)[number];

/**
 * The kinds of those who act: a person who has logged in, an org key, an agent, or the service itself.
 *
 * See: docs/contract/audit.md#entries.
 */
export const AUDIT_ACTORS = ['user', 'api_key', 'agent', 'service'] as const;

export interface AuditActor {
  readonly type: (typeof AUDIT_ACTORS)[number];
  /** The id of the person, the org key or the agent; `service` for the service. */
  readonly id: string;
  /** The email address of the person or the handle of the agent. Null for an org key, which is named when read. */
  readonly label: string | null;
}

/** The service as the actor of what no one has asked for: an endpoint that it disables, a grant that it ends. */
export const SERVICE_ACTOR: AuditActor = { type: 'service', id: 'service', label: null };

/** Fields of a record before or after a change, with the names of the API. */
export type AuditedFields = Readonly<Record<string, unknown>>;

/** The longest JSON text of one side of a change. A page has two hundred entries, and a response at most 6 MB. */
const MAX_SIDE_BYTES = 8 * 1024;

/**
 * The JSON text of the named fields of a record, which an entry shows. Null if there is no record, or it has none of
 * the fields. A URL loses its query, where others put tokens. If the text is longer than an entry may be, the longest
 * fields are replaced by how many bytes they have.
 *
 * See: docs/contract/audit.md#before-and-after.
 */
export function auditedText(record: AuditedFields | null | undefined, fields: readonly string[]): string | null {
  if (record === null || record === undefined) return null;
  const shown = fields.flatMap((field): [string, unknown][] =>
    record[field] === undefined ? [] : [[field, withoutQuery(record[field])]],
  );
  return shown.length === 0 ? null : bounded(Object.fromEntries(shown));
}

const URL_WITH_QUERY = /^https?:\/\/[^?]*\?/;

function withoutQuery(value: unknown): unknown {
  return typeof value === 'string' && URL_WITH_QUERY.test(value) ? value.slice(0, value.indexOf('?')) : value;
}

function bounded(shown: Record<string, unknown>): string {
  const text = JSON.stringify(shown);
  if (Buffer.byteLength(text) <= MAX_SIDE_BYTES) return text;
  const sizes = Object.entries(shown).map(([field, value]) => ({
    field,
    bytes: Buffer.byteLength(JSON.stringify(value)),
  }));
  const [longest] = sizes.sort((a, b) => b.bytes - a.bytes);
  return longest === undefined ? text : bounded({ ...shown, [longest.field]: { omitted_bytes: longest.bytes } });
}
