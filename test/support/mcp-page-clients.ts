import { Client, type ClientCapabilities, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { onTestFinished } from 'vitest';
import type { ToolReply } from './mcp-clients.ts';

/** A page that a client was asked to open for its user. */
export interface AskedPage {
  readonly mode?: string;
  readonly url: string;
  readonly message: string;
}

/** What a client says about a page. */
export type PageAction = 'accept' | 'decline' | 'cancel';

export type Elicitation = NonNullable<ClientCapabilities['elicitation']>;

const INFO = { name: 'test', version: '1.0.0' };

const addressOf = (key: string, baseUrl: string) =>
  [
    new URL(`${baseUrl}/v1/mcp?toolsets=vault`),
    { requestInit: { headers: { authorization: `Bearer ${key}` } } },
  ] as const;

/** The official client, which opens pages for its user. `user` is what the user does; `asked` fills with the pages. */
export async function pageClient(
  { key, baseUrl }: { readonly key: string; readonly baseUrl: string },
  user: (asked: AskedPage) => Promise<PageAction>,
  elicitation: Elicitation = { url: {} },
) {
  const client = new Client(INFO, { versionNegotiation: { mode: 'auto' }, capabilities: { elicitation } });
  const asked: AskedPage[] = [];
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    asked.push(params as AskedPage);
    return { action: await user(params as AskedPage) };
  });
  await client.connect(new StreamableHTTPClientTransport(...addressOf(key, baseUrl)));
  onTestFinished(() => client.close());
  const call = async (name: string, args: object) =>
    (await client.callTool({ name, arguments: { ...args } })) as ToolReply;
  return { asked, call, client };
}

/** The official client of the revisions of 2025, which says that it opens pages too. */
export async function earlierPageClient(key: string, baseUrl: string): Promise<FirstClient> {
  const client = new FirstClient(INFO, { capabilities: { elicitation: { url: {} } } });
  await client.connect(new FirstTransport(...addressOf(key, baseUrl)) as Transport);
  onTestFinished(() => client.close());
  return client;
}
