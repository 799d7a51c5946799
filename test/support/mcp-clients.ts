import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { onTestFinished } from 'vitest';
import { sharedStack } from '#testing/fixture.ts';

/** A block of a result: a text, or an image as base64. */
interface ContentBlock {
  readonly type: string;
  readonly text?: string;
  readonly data?: string;
  readonly mimeType?: string;
}

/** The result of a tool, as both clients return it. */
export interface ToolReply {
  readonly content: readonly ContentBlock[];
  // biome-ignore lint/suspicious/noExplicitAny: tests read the members of many results
  readonly structuredContent?: any;
  readonly isError?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** A tool as both clients list it. */
export interface ToolOfClient {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
}

/** What tests need of a client. */
export interface McpClient {
  readonly instructions: () => string | undefined;
  readonly tools: () => Promise<ToolOfClient[]>;
  readonly call: (name: string, args?: Record<string, unknown>, options?: CallOptions) => Promise<ToolReply>;
}

/** A client for TypeScript. */
export interface McpClientWithPrompts extends McpClient {
  /** The texts of every prompt, by its name. */
  readonly prompts: () => Promise<Readonly<Record<string, string>>>;
}

export interface CallOptions {
  readonly onprogress?: (progress: { progress: number; total?: number; message?: string }) => void;
  readonly signal?: AbortSignal;
  /** In milliseconds. */
  readonly timeout?: number;
  readonly meta?: Record<string, unknown>;
}

export interface Connection {
  readonly key: string;
  readonly query?: string;
  readonly headers?: Record<string, string>;
  readonly baseUrl?: string;
  /** Instead of the one of Node. */
  readonly fetch?: (url: string | URL, init?: RequestInit) => Promise<Response>;
}

function addressOf({ key, query = '', headers = {}, baseUrl = sharedStack().baseUrl, fetch }: Connection) {
  const requestInit = { headers: { authorization: `Bearer ${key}`, ...headers } };
  return [new URL(`${baseUrl}/v1/mcp${query}`), { requestInit, ...(fetch && { fetch }) }] as const;
}

const INFO = { name: 'test', version: '1.0.0' };

/** What both clients have for prompts. */
export interface PromptClient {
  readonly listPrompts: () => Promise<{ readonly prompts: readonly { readonly name: string }[] }>;
  readonly getPrompt: (params: {
    name: string;
  }) => Promise<{ readonly messages: readonly { readonly content: unknown }[] }>;
}

/** The texts of the prompts of a client. */
export async function promptsOf(client: PromptClient): Promise<Record<string, string>> {
  const { prompts } = await client.listPrompts();
  const texts = prompts.map(async ({ name }) => {
    const { messages } = await client.getPrompt({ name });
    return [name, messages.map(({ content }) => (content as ContentBlock).text ?? '').join('\n')] as const;
  });
  return Object.fromEntries(await Promise.all(texts));
}

/** The official client, second version: the revision 2026-07-28. */
export async function secondClient(connection: Connection): Promise<McpClientWithPrompts> {
  const client = new Client(INFO, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(...addressOf(connection)));
  onTestFinished(() => client.close());
  return {
    instructions: () => client.getInstructions(),
    tools: async () => (await client.listTools()).tools as ToolOfClient[],
    prompts: () => promptsOf(client),
    call: async (name, args = {}, { meta, ...options } = {}) =>
      (await client.callTool({ name, arguments: args, ...(meta && { _meta: meta }) }, options)) as ToolReply,
  };
}

/** The official client, first version: the revisions of 2025. */
async function firstClient(connection: Connection): Promise<McpClientWithPrompts> {
  const client = new FirstClient(INFO);
  const [url, options] = addressOf(connection);
  await client.connect(new FirstTransport(url, options) as Transport);
  onTestFinished(() => client.close());
  return {
    instructions: () => client.getInstructions(),
    tools: async () => (await client.listTools()).tools as ToolOfClient[],
    prompts: () => promptsOf(client),
    call: async (name, args = {}, { meta, ...options } = {}) => {
      const params = { name, arguments: args, ...(meta && { _meta: meta }) };
      return (await client.callTool(params, undefined, options)) as ToolReply;
    },
  };
}

/** Both, by the name that a test shows. */
export const MCP_CLIENTS = { 'the first client': firstClient, 'the second client': secondClient } as const;

/** The text of a result. */
export function textOf({ content }: ToolReply): string {
  return content.map(({ text = '' }) => text).join('\n');
}
