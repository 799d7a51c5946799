import { type Html, html } from '#shared/runtime/pages/html.ts';
import type { Preview } from '../approval-record.ts';
import { REASONS } from '../emailed-approval.ts';

type MailPreview = NonNullable<Preview['mail']>;
type LeasePreview = NonNullable<Preview['lease']>;

/** What will happen, as text: nothing in it is a link, an image or a form. */
export function previewHtml({ summary, mail, lease, reasons }: Preview): Html {
  return html`<p><strong>${summary}</strong></p>
${mail == null ? undefined : mailHtml(mail)}
${lease == null ? undefined : leaseHtml(lease)}
<p>Why it waits:</p>
<ul>${reasons.map(
    ({ code, address, host, source }) =>
      html`<li>${REASONS[code]}${named(address ?? host)}${source === null ? undefined : html` (${source})`}</li>
`,
  )}</ul>`;
}

function named(name: string | null): Html | undefined {
  return name === null ? undefined : html`: <code>${name}</code>`;
}

function mailHtml(mail: MailPreview): Html {
  const { text, html_text: htmlText, answers, attachments } = mail;
  return html`<dl>
${people('From', mail.from)}${people('To', mail.to)}${people('Cc', mail.cc)}${people('Bcc', mail.bcc)}
${people('Replies to', mail.reply_to)}
${row('Subject', mail.subject)}
${attachments.map(({ filename, content_type: type, size, sha256 }) =>
  row('File', `${filename ?? 'without a name'}, ${type}, ${size} bytes, SHA-256 ${sha256 ?? 'unknown'}`),
)}
${answers === null ? undefined : row('Answers', `${list(answers.from)}: ${answers.subject}. ${answers.snippet}`)}
</dl>
${typeof text === 'string' ? html`<pre>${text}</pre>` : html`<p class="problem">The text is not stored any more.</p>`}
${typeof htmlText === 'string' ? html`<p>What its HTML shows:</p><pre>${htmlText}</pre>` : undefined}`;
}

function leaseHtml({
  secret_name: name,
  secret_version: version,
  purpose,
  max_uses: uses,
  ...lease
}: LeasePreview): Html {
  return html`<dl>
${row('Secret', `${name} (${lease.secret_id}, version ${version})`)}
${row('Purpose', purpose ?? 'none given')}
${row('Uses', String(uses))}
${row('Time', `${lease.ttl_seconds} s`)}
${row('Hosts', lease.hosts.length === 0 ? 'any' : lease.hosts.join(', '))}
</dl>`;
}

type People = MailPreview['to'];

function people(name: string, some: People): Html | undefined {
  return some.length === 0 ? undefined : row(name, list(some));
}

function list(some: People): string {
  return some.map(({ address, name }) => (name === null ? address : `${name} <${address}>`)).join(', ');
}

function row(name: string, value: string): Html {
  return html`<dt>${name}</dt><dd>${value}</dd>
`;
}
