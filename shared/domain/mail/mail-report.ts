import { messageIds } from './references.ts';

/** What a report says about one recipient of an email. */
interface ReportedRecipient {
  /** The addresses that the report names for the recipient: as it was sent to, and as it was delivered to. */
  readonly addresses: readonly string[];
  readonly detail: Readonly<Record<string, string>>;
  /** Whether the failure is permanent, or the recipient complained. */
  readonly isPermanent: boolean;
}

/** A report about an email that was sent earlier. */
export interface MailReport {
  readonly kind: 'bounced' | 'complained';
  readonly recipients: readonly ReportedRecipient[];
  /** Message-IDs of the email, brackets included: of its returned header, or as the envelope's id. */
  readonly originalIds: readonly string[];
}

/** A part of a report. */
export interface ReportPart {
  readonly type: string;
  readonly text: string;
}

/** Limits of what is read of a report, which anyone can send. */
const MAX_TEXT = 64 * 1024;
const MAX_RECIPIENTS = 50;
const MAX_VALUE = 500;
const MAX_IDS = 4;

const STATUS_PARTS = new Set(['message/delivery-status', 'message/global-delivery-status']);
const RETURNED_PARTS = new Set([
  'message/rfc822',
  'message/global',
  'message/rfc822-headers',
  'message/global-headers',
  'text/rfc822-headers',
]);

type Fields = ReadonlyMap<string, string>;

/**
 * What a `multipart/report` says about an email that was sent: a delivery status notification of a failure, or a report
 * of abuse. `undefined` for other reports, such as of a delay, and for those that name no recipient or no email.
 * `contentType` is the type of the whole email, `read` returns its parts in their order.
 *
 * See: RFC 6522 (multipart/report); RFC 3464, sections 2.2 and 2.3; RFC 5965, section 3.
 */
export function mailReportOf(contentType: string, read: () => readonly ReportPart[]): MailReport | undefined {
  if (!/^\s*multipart\/report\b/i.test(contentType)) return undefined;
  const parts = read();
  const status = parts.find(({ type }) => STATUS_PARTS.has(type));
  const feedback = parts.find(({ type }) => type === 'message/feedback-report');
  const returned = parts.find(({ type }) => RETURNED_PARTS.has(type));
  const header = returned === undefined ? new Map() : (blocksOf(returned.text)[0] ?? new Map());
  const report = status ? bounceOf(blocksOf(status.text)) : feedback && complaintOf(blocksOf(feedback.text), header);
  if (report === undefined || report.recipients.length === 0) return undefined;
  const ids = [header.get('message-id'), report.envelopeId].flatMap((field) => messageIds(bracketed(field)));
  if (ids.length === 0) return undefined;
  const { kind, recipients } = report;
  return { kind, recipients, originalIds: [...new Set(ids)].slice(0, MAX_IDS) };
}

interface Found extends Omit<MailReport, 'originalIds'> {
  readonly envelopeId: string | undefined;
}

/** Only failures: a delay may still end well. See: RFC 3464, section 2.3.3. */
function bounceOf(blocks: readonly Fields[]): Found {
  const failed = blocks.filter((fields) => /^failed\b/i.test(fields.get('action') ?? ''));
  return {
    kind: 'bounced',
    envelopeId: blocks[0]?.get('original-envelope-id'),
    recipients: failed.slice(0, MAX_RECIPIENTS).map((fields) => {
      const status = fields.get('status') ?? '';
      const isPermanent = !/^\s*4\./.test(status);
      return {
        addresses: addressesOf(withoutXtext(fields.get('original-recipient')), fields.get('final-recipient')),
        isPermanent,
        detail: present({
          bounce_type: isPermanent ? 'Permanent' : 'Transient',
          bounce_sub_type: 'General',
          status,
          action: 'failed',
          diagnostic: fields.get('diagnostic-code'),
        }),
      };
    }),
  };
}

/** Feedback that is no complaint: the recipient says that an email is not spam. See: RFC 5965, section 7.3. */
const NO_COMPLAINT = new Set(['not-spam', 'auth-failure']);

/**
 * A complaint names the recipient, or leaves the name out. Then it is the only one that the returned header addresses.
 */
function complaintOf([fields]: readonly Fields[], returned: Fields): Found | undefined {
  const type = fields?.get('feedback-type')?.toLowerCase() ?? '';
  if (fields === undefined || type === '' || NO_COMPLAINT.has(type)) return undefined;
  const named = addressesOf(fields.get('original-rcpt-to'));
  const addressed = addressesOf(returned.get('to'));
  const addresses = named.length > 0 ? named : addressed.length === 1 ? addressed : [];
  return {
    kind: 'complained',
    envelopeId: fields.get('original-envelope-id'),
    recipients:
      addresses.length === 0 ? [] : [{ addresses, isPermanent: true, detail: present({ feedback_type: type }) }],
  };
}

/** Blocks of header fields, in lower case and unfolded; the first of several fields with one name counts. */
function blocksOf(text: string): Fields[] {
  const blocks: Map<string, string>[] = [];
  let block: Map<string, string> | undefined;
  let last = '';
  for (const line of text.slice(0, MAX_TEXT).split(/\r?\n/)) {
    if (line.trim() === '') {
      block = undefined;
      continue;
    }
    if (block === undefined) {
      block = new Map();
      blocks.push(block);
      last = '';
    }
    if (/^[ \t]/.test(line)) {
      const value = block.get(last);
      if (value !== undefined && value.length < MAX_VALUE) block.set(last, `${value} ${line.trim()}`);
      continue;
    }
    const colon = line.indexOf(':');
    last = colon < 0 ? '' : line.slice(0, colon).trim().toLowerCase();
    if (last === '' || block.has(last)) last = '';
    else block.set(last, line.slice(colon + 1).trim());
  }
  return blocks;
}

const ADDRESS = /[^\s<>;:,"()]{1,64}@[^\s<>;:,"()]{1,255}/g;

/** The addresses in fields such as `rfc822; ada@example.com`, each once. */
function addressesOf(...fields: readonly (string | undefined)[]): string[] {
  return [...new Set(fields.flatMap((field) => (field ?? '').slice(0, MAX_TEXT).match(ADDRESS) ?? []))];
}

/** An address as the sender wrote it: servers encode characters as `+` and two digits. See: RFC 3461, section 4. */
function withoutXtext(field: string | undefined): string | undefined {
  return field?.replace(/\+([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** An id of an envelope as a Message-ID: some servers leave the brackets out. */
function bracketed(field: string | undefined): string | undefined {
  const id = field?.trim();
  return id === undefined || id === '' || id.includes('<') ? id : `<${id}>`;
}

function present(fields: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const found = Object.entries(fields).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return Object.fromEntries(found.map(([name, value]) => [name, value.slice(0, MAX_VALUE).toWellFormed()]));
}
