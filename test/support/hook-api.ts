import type { HttpGet } from '#functions/http/inbound-mail/fetch-text.ts';
import { receiveMailWith } from '#functions/http/inbound-mail/receive-mail.ts';
import { receiveMail } from '#shared/contract/routes/inbound-mail.ts';
import type { Table } from '#shared/data/table-client.ts';
import { handleRequest } from '#shared/runtime/pipeline/handle-request.ts';
import type { HttpResponse } from '#shared/runtime/pipeline/http.ts';
import type { Operation } from '#shared/runtime/pipeline/operation.ts';
import { InProcessApi, requestOf } from './in-process-api.ts';
import { type HookAccount, signedHeaders } from './mail-signature.ts';
import { memoryBucket } from './memory-bucket.ts';

/** The inbound mail webhook in process, with bodies and headers as they are on the wire. */
export class HookApi {
  readonly #api: InProcessApi;
  readonly #operation: Operation<typeof receiveMail>;

  constructor(api: InProcessApi, get: HttpGet = async () => ({ status: 404, text: '' })) {
    this.#api = api;
    this.#operation = receiveMailWith(get);
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests read replies of every kind
  send(body: string | Uint8Array, headers: Record<string, string> = {}): Promise<HttpResponse & { body: any }> {
    // SNS sends its JSON as plain text.
    const types = { 'content-type': 'text/plain; charset=UTF-8' };
    const request = { ...requestOf(receiveMail, { headers: { ...types, ...headers } }), body };
    return handleRequest(this.#operation, request, this.#api.services);
  }

  /** Sends mail with a valid signature of an account. */
  submit(account: HookAccount, messages: unknown, headers: Record<string, string> = {}) {
    const body = JSON.stringify({ messages });
    return this.send(body, { ...signedHeaders(account, body), ...headers });
  }
}

/** The API in process with the inbound mail webhook of a stage without topics, and the mail files in memory. */
export function openHook(table: Table) {
  const api = new InProcessApi(table);
  process.env.INBOUND_TOPICS = '[]';
  return { api, hook: new HookApi(api), files: memoryBucket() };
}

/** An organization with an agent and a provider account, and access to the mail that it received. */
export async function hookOrganization(api: InProcessApi) {
  const made = await api.organization();
  const agent = await api.agent(made.key);
  const body = { provider: 'smtp', host: '127.0.0.1', port: 1 };
  const created = await api.call('createProviderAccount', { key: made.key, body });
  const account: HookAccount = { id: created.body.id, secret: created.body.inbound_secret };
  const messages = async (of = agent) => {
    const reply = await api.call('listMessages', { key: of.key, params: { id: of.id } });
    return reply.body.messages as {
      subject: string;
      snippet: string;
      rfc_message_id: string;
      auth: object;
      id: string;
    }[];
  };
  const events = async () => (await api.call('listEvents', { key: made.key })).body.events as { type: string }[];
  return { ...made, agent, address: `${agent.handle}@agents.test`, account, messages, events };
}
