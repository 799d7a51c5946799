import { randomUUID } from 'node:crypto';
import { findMailbox } from '#shared/data/entities/mail/mailbox.ts';
import { type Message, messagesBefore } from '#shared/data/entities/mail/message.ts';
import { collect, type Table } from '#shared/data/table-client.ts';
import { linkTargets, withoutQuotations } from '#shared/domain/vouching/link-hosts.ts';
import { mentionedNames, namesInHtml } from '#shared/domain/vouching/mentioned-names.ts';
import { parseMail } from '#shared/services/inbound-mail/parse-mail.ts';
import { storeAndIngest } from '#shared/services/inbound-mail/store-and-ingest.ts';
import { rememberSent } from '#shared/services/vouching/remember-sent.ts';
import { type Unvouched, unvouchedIn } from '#shared/services/vouching/unvouched-in.ts';
import type { useApprovals } from './approval-harness.ts';
import type { MadeOrganization } from './made-agents.ts';

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
interface WrittenMail {
  readonly to: readonly string[];
  readonly text?: string;
  readonly html?: string;
  readonly answers?: Message;
  /** Whether a person approves it if it is held. */
  readonly isApproved?: boolean;
}

/** An agent of an organization that holds what only strangers vouch for, as mail reaches it and as it writes mail. */
export async function vouchedAgent(table: Table, approvals: ReturnType<typeof useApprovals>, of?: MadeOrganization) {
  const office = await approvals.office({ mail: 'unvouched' }, of);
  const { agent, organization } = office;
  const mailbox = await findMailbox(table, `${agent.handle}@agents.test`);
  const identity = await office.identity();
  if (mailbox === undefined) throw new Error('no mailbox');

  const arrive = async ({ text = 'Hello', verified = true, fields = [], ...mail }: ArrivingMail): Promise<Message> => {
    const { from = 'sam@partner.example', subject = 'Hello', mime } = mail;
    const name = randomUUID();
    const header = [`From: ${from}`, `To: ${mailbox.address}`, `Message-ID: <${name}@x>`, `Subject: ${subject}`];
    const raw = [...header, ...fields, mime ?? `Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`].join('\r\n');
    await storeAndIngest({
      providerMessageId: name,
      verdicts: { spf: 'pass', dkim: 'pass', dmarc: verified ? 'pass' : 'fail', spam: 'pass', virus: 'pass' },
      rawKey: `inbound/${name}`,
      mail: await parseMail(Buffer.from(raw), from),
      mailboxes: [{ ...mailbox, deliveredTo: mailbox.address }],
      bytes: raw.length,
    });
    const isNew = ({ rfcMessageId }: Message) => rfcMessageId === `<${name}@x>`;
    const [message] = await collect(messagesBefore(table, agent.id, undefined, 2), 1, isNew);
    if (message === undefined) throw new Error('no message');
    return message;
  };

  /** What would hold an email. */
  const check = async ({ to, text = '', html = '', answers }: WrittenMail): Promise<Unvouched[]> => {
    const texts = [{ text }, { text: html, isHtml: true }];
    const targets = linkTargets(texts);
    const { hosts } = linkTargets(texts.map(withoutQuotations));
    const quotedHosts = targets.hosts.filter((host) => !hosts.includes(host));
    const addresses = [...to, ...targets.addresses];
    return unvouchedIn(table, identity, { addresses, hosts, quotedHosts, related: answers });
  };

  /** Sends an email by the API and the worker, and returns the names for which it was held. */
  const send = async ({ to, text = 'Hello', html, answers, isApproved = false }: WrittenMail): Promise<string[]> => {
    const { status, body } = await office.send({ to, text, html, in_reply_to_message_id: answers?.id });
    // An address that the service takes for none is not written to.
    if (status === 400) return [body.error.message];
    if (status !== 202) throw new Error(JSON.stringify(body));
    if (body.status !== 'held') {
      await office.deliver(body.id);
      return [];
    }
    const { id, content_hash, preview } = await office.read(String(body.approval_id));
    if (isApproved) {
      await office.approve(id, { content_hash });
      await office.deliver(body.id);
    }
    return preview.reasons.map(({ address, host, source }) => `${address ?? host} (${source})`);
  };
  /**
   * The same without the API and the worker, which takes longer: what the gate asks, and what the worker records.
   */
  const sendDirectly = async (mail: WrittenMail): Promise<string[]> => {
    const held = await check(mail);
    const { to: recipients, text = 'Hello', html = '' } = mail;
    const said = [...mentionedNames(text).values(), ...namesInHtml(html).values()];
    if (held.length === 0) await rememberSent(table, identity.id, { recipients, said, by: 'agent' }, Date.now());
    return held.map((one) => ('address' in one ? one.address : one.host));
  };
  return { organization, agent, mailbox, identity, arrive, check, send, sendDirectly };
}
