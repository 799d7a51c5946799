import type { Approval, HoldCode, MailAddress, Part } from '../../typescript/src/index.ts';
import { counted } from './output/counted.ts';
import type { Row } from './output/fields.ts';
import { oneLine } from './output/printable.ts';

/** Why an action is held, in words. A newer service may have other codes. */
const REASONS: Readonly<Record<string, string>> = {
  always: 'always held',
  external: 'outside the organization',
  first_contact: 'first contact',
  unvouched: 'known only from strangers’ text',
  hold_days: 'a new agent',
  mail_per_day: 'beyond the emails of a day',
  new_recipients_per_day: 'beyond the new recipients of a day',
  leases_per_day: 'beyond the leases of a day',
} satisfies Record<HoldCode & string, string>;

/**
 * An approval as a person reads it before the decision: what will happen, why it is held and where each address came
 * from. Each recipient, reason and file is a line of its own, and the texts of strangers stay within their field.
 */
export function previewRow(approval: Approval): Row {
  const { preview, ...record } = approval;
  const { id, kind, status, identity_id: agent, reason, expires_at: expires, content_hash: hash } = record;
  const { summary, reasons, mail, tunnel, task } = preview;
  return without({
    id,
    kind,
    status,
    agent,
    summary: oneLine(summary),
    held: lines(reasons.map(({ code, address, host, source }) => reasonOf(code, address ?? host, source))),
    ...(mail !== null && {
      from: addresses(mail.from),
      to: addresses(mail.to),
      cc: addresses(mail.cc),
      bcc: addresses(mail.bcc),
      reply_to: addresses(mail.reply_to),
      subject: oneLine(mail.subject),
      answers: mail.answers && oneLine(`${addresses(mail.answers.from)}: ${mail.answers.subject}`),
      attachments: lines(
        mail.attachments.map(({ filename, content_type: type, size }) => fileOf(filename, type, size)),
      ),
      text: mail.text ?? mail.snippet,
      html_text: mail.html_text,
    }),
    ...(tunnel && {
      name: tunnel.name && oneLine(tunnel.name),
      host: tunnel.host,
      metadata: lines(Object.entries(tunnel.metadata).map(([name, value]) => `${name}: ${value}`)),
    }),
    ...(task && {
      to: oneLine(`${task.to.display_name} <${task.to.handle}>`),
      context: task.context_id,
      reports_to: task.push_url,
      text: task.parts === undefined ? task.snippet : task.parts.map(partText).join('\n'),
      message: jsonOf(task.message),
      metadata: jsonOf(task.metadata),
    }),
    reason,
    expires,
    hash,
  });
}

/** The row without what is not there. */
function without(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );
}

function lines(all: readonly string[]): string {
  return all.map(oneLine).join('\n');
}

function addresses(all: readonly MailAddress[]): string {
  return lines(all.map(({ address, name }) => (name ? `${name} <${address}>` : address)));
}

function reasonOf(code: string, about: string | null, source: string | null): string {
  const why = REASONS[code] ?? code;
  return `${about === null ? why : `${about}: ${why}`}${source === null ? '' : ` (from ${source})`}`;
}

function fileOf(filename: string | null, type: string, size: number): string {
  return `${filename ?? 'without a name'} (${type}, ${counted(size, 'byte')})`;
}

/** A part of a task: its text, or what it is with its content. */
function partText({ text, url, filename, media_type: type, raw, data }: Part): string {
  if (text !== undefined) return text;
  const what = [filename, type].filter((one) => one !== undefined).join(', ');
  const content = url ?? (raw === undefined ? JSON.stringify(data) : `${raw.length} characters of base64`);
  return `[${what === '' ? 'part' : what}] ${content}`;
}

/** What is there, on one line. */
function jsonOf(value: object | null | undefined): string | undefined {
  return value && Object.keys(value).length > 0 ? oneLine(JSON.stringify(value)) : undefined;
}
