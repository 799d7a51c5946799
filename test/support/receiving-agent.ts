import { randomUUID } from 'node:crypto';
import { readKnownDomains } from '#shared/data/entities/contact/correspondent.ts';
import { findMailbox } from '#shared/data/entities/mail/mailbox.ts';
import type { Table } from '#shared/data/table-client.ts';
import { ingest } from '#shared/services/inbound-mail/ingest.ts';
import { parseMail } from '#shared/services/inbound-mail/parse-mail.ts';
import type { InProcessApi } from './in-process-api.ts';

interface Mail {
  from?: string;
  id?: string;
  fields?: string[];
  text?: string;
  verified?: boolean;
  spam?: boolean;
}

/** An agent with a mailbox, and helpers for the steps of the tests. */
export async function receivingAgent(table: Table, api: InProcessApi) {
  const { id: organizationId, key } = await api.organization();
  const agent = await api.agent(key);
  const mailbox = await findMailbox(table, `${agent.handle}@agents.test`);
  if (mailbox === undefined) throw new Error('no mailbox');
  const arrive = async (mail: Mail = {}) => {
    const { from = 'sam@partner.example', fields = [], text = 'Hello', verified = true, spam = false } = mail;
    const name = randomUUID();
    const id = mail.id ?? `<${name}@x>`;
    const raw = [`From: ${from}`, `To: ${mailbox.address}`, `Message-ID: ${id}`, ...fields, '', text].join('\r\n');
    const result = await ingest({
      providerMessageId: name,
      verdicts: {
        spf: 'pass',
        dkim: 'pass',
        dmarc: verified ? 'pass' : 'fail',
        spam: spam ? 'fail' : 'pass',
        virus: 'pass',
      },
      rawKey: `inbound/${name}`,
      contentKey: `content/${name}.json`,
      mail: await parseMail(Buffer.from(raw), from),
      mailbox,
      storedBytes: raw.length,
    });
    const [message] = await list();
    return { ...message, result, reference: id };
  };
  const list = async () => (await api.call('listMessages', { key: agent.key, params: { id: agent.id } })).body.messages;
  const threads = async () =>
    (await api.call('listThreads', { key: agent.key, params: { id: agent.id } })).body.threads;
  const events = async () => (await api.call('listEvents', { key: agent.key })).body.events;
  const rule = (body: object) => api.call('createContactRule', { key, body });
  const known = async () => (await readKnownDomains(table, organizationId, { strong: true })).rows;
  return { organizationId, key, agent, mailbox, arrive, list, threads, events, rule, known };
}
