import { expect } from 'vitest';
import { type HookApi, hookOrganization } from './hook-api.ts';
import type { InProcessApi } from './in-process-api.ts';

/** An agent that gets mail by the webhook, and sends mail. */
export async function agentMailbox(api: InProcessApi, hook: HookApi) {
  const { agent, account, address, key } = await hookOrganization(api);
  let count = 0;
  const read = async (mid: string) =>
    (await api.call('getMessage', { key: agent.key, params: { id: agent.id, mid } })).body;
  return {
    agent,
    address,
    /** The key of the organization. */
    key,
    read,
    /** Receives an email that has these fields, and returns its message. `raw` has no Message-ID. */
    receive: async (raw: string | Buffer, from = 'envelope@example.com') => {
      const id = `<${++count}.${address}>`;
      const bytes = Buffer.concat([Buffer.from(`Message-ID: ${id}\r\n`), Buffer.from(raw)]);
      const sent = { raw_base64: bytes.toString('base64'), envelope: { from, to: [address] } };
      const { body } = await hook.submit(account, [sent]);
      expect(body.ingested + body.blocked, JSON.stringify(body)).toBe(1);
      const query = { limit: '200' };
      const list = await api.call('listMessages', { key: agent.key, params: { id: agent.id }, query });
      return read(String(list.body.messages.find(({ rfc_message_id }) => rfc_message_id === id)?.id));
    },
    send: (body: Record<string, unknown>) =>
      api.call('sendMail', { key: agent.key, params: { id: agent.id }, body: { text: 'text', ...body } }),
  };
}
