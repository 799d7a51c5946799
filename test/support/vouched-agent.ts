import { randomUUID } from 'node:crypto';
import { readKnownDomains } from '#shared/data/entities/contact/correspondent.ts';
import { findMailbox } from '#shared/data/entities/mail/mailbox.ts';
import { findMessage, type Message } from '#shared/data/entities/mail/message.ts';
import { findIdentity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import { linkTargets, withoutQuotations } from '#shared/domain/vouching/link-hosts.ts';
import { mentionedNames, namesInHtml } from '#shared/domain/vouching/mentioned-names.ts';
import { ingest } from '#shared/services/inbound-mail/ingest.ts';
import { parseMail } from '#shared/services/inbound-mail/parse-mail.ts';
import { rememberSent } from '#shared/services/vouching/remember-sent.ts';
import { type Related, type Unvouched, unvouchedIn } from '#shared/services/vouching/unvouched-in.ts';
import type { InProcessApi } from './in-process-api.ts';

/** An email for the agent. */
export interface ArrivingMail {
  readonly from?: string;
  readonly verified?: boolean;
  readonly fields?: readonly string[];
  readonly subject?: string;
  /** The plain text; or `mime`, the rest of the email with its `Content-Type`. */
  readonly text?: string;
  readonly mime?: string;
}

/** An email of the agent. */
export interface WrittenMail {
  readonly to: readonly string[];
  readonly text?: string;
  readonly html?: string;
  readonly answers?: Message;
  /** Who has sent or approved it, if not the agent. */
  readonly by?: 'person' | 'approver';
}

/** An agent of an organization with an owner, as mail reaches it and as it writes mail. */
export async function vouchedAgent(table: Table, api: InProcessApi, made?: { id: string; key: string }) {
  const { id: organizationId, key } = made ?? (await api.organization());
  const agent = await api.agent(key);
  const mailbox = await findMailbox(table, `${agent.handle}@agents.test`);
  const identity = await findIdentity(table, organizationId, agent.id);
  if (mailbox === undefined || identity === undefined) throw new Error('no mailbox');

  const arrive = async ({ text = 'Hello', verified = true, fields = [], ...mail }: ArrivingMail): Promise<Message> => {
    const { from = 'sam@partner.example', subject = 'Hello', mime } = mail;
    const name = randomUUID();
    const header = [`From: ${from}`, `To: ${mailbox.address}`, `Message-ID: <${name}@x>`, `Subject: ${subject}`];
    const raw = [...header, ...fields, mime ?? `Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`].join('\r\n');
    await ingest({
      providerMessageId: name,
      verdicts: { spf: 'pass', dkim: 'pass', dmarc: verified ? 'pass' : 'fail', spam: 'pass', virus: 'pass' },
      rawKey: `inbound/${name}`,
      contentKey: `content/${name}.json`,
      mail: await parseMail(Buffer.from(raw), from),
      mailbox,
      storedBytes: raw.length,
    });
    const [id = ''] = (
      await api.call('listMessages', { key: agent.key, params: { id: agent.id }, query: { limit: '1' } })
    ).body.messages.map((message) => message.id);
    const message = await findMessage(table, agent.id, id);
    if (message === undefined) throw new Error('no message');
    return message;
  };

  /** What would hold an email. */
  const check = async ({ to, text = '', html = '', answers }: WrittenMail): Promise<Unvouched[]> => {
    const texts = [{ text }, { text: html, isHtml: true }];
    const targets = linkTargets(texts);
    const { hosts } = linkTargets(texts.map(withoutQuotations));
    const quotedHosts = targets.hosts.filter((host) => !hosts.includes(host));
    const related: Related | undefined = answers;
    return unvouchedIn(table, identity, { addresses: [...to, ...targets.addresses], hosts, quotedHosts, related });
  };

  /** Sends an email unless it would be held, and returns why it would. */
  const send = async (mail: WrittenMail): Promise<Unvouched[]> => {
    const held = mail.by === undefined ? await check(mail) : [];
    if (held.length > 0) return held;
    const said = [...mentionedNames(mail.text ?? '').values(), ...namesInHtml(mail.html ?? '').values()];
    await rememberSent(table, identity.id, { recipients: mail.to, said, by: mail.by ?? 'agent' }, Date.now());
    return [];
  };
  const known = async () => (await readKnownDomains(table, organizationId, { strong: true })).rows;
  return { organizationId, key, agent, mailbox, identity, arrive, check, send, known };
}
