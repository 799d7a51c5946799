import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { expect, onTestFinished } from 'vitest';
import { sharedStack } from '#testing/fixture.ts';
import {
  type CallOptions,
  type McpClientWithPrompts,
  type PromptClient,
  promptsOf,
  type ToolOfClient,
  type ToolReply,
} from './mcp-clients.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', 'clients', 'cli', 'src', 'aid.ts');
const INFO = { name: 'test', version: '1.0.0' };

export interface BridgedConnection {
  readonly key: string;
  /** Arguments after `aid mcp`. */
  readonly args?: readonly string[];
  readonly url?: string;
  /** The folder that the program runs in. Unless it is the root, its files may be attached, and others saved in it. */
  readonly folder?: string;
  /** More of its environment. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A client of `aid mcp`, and every message that the program has written. */
export interface BridgedClient extends McpClientWithPrompts {
  readonly written: string[];
}

/** How the official clients start `aid mcp`. */
export function programOf(connection: BridgedConnection) {
  const { key, args = [], url = sharedStack().baseUrl, folder = '/', environment = {} } = connection;
  const files = folder === '/' ? [] : ['--files', folder, '--save', folder];
  return {
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', PROGRAM, 'mcp', ...files, ...args],
    env: { AID_URL: url, AID_KEY: key, XDG_CONFIG_HOME: folder, ...environment },
    cwd: folder,
  };
}

interface Connected extends PromptClient {
  readonly listTools: () => Promise<{ tools: readonly unknown[] }>;
  readonly getInstructions: () => string | undefined;
  readonly close: () => Promise<void>;
}

function bridged(
  client: Connected,
  transport: { onmessage?: ((message: never) => void) | undefined },
  call: (params: { name: string; arguments: Record<string, unknown> }, options: CallOptions) => Promise<unknown>,
): BridgedClient {
  const written: string[] = [];
  const { onmessage } = transport;
  transport.onmessage = (message) => {
    written.push(JSON.stringify(message));
    onmessage?.(message);
  };
  onTestFinished(() => client.close());
  return {
    written,
    instructions: () => client.getInstructions(),
    tools: async () => (await client.listTools()).tools as ToolOfClient[],
    prompts: () => promptsOf(client),
    call: async (name, args = {}, { meta, ...options } = {}) =>
      (await call({ name, arguments: args, ...(meta && { _meta: meta }) }, options)) as ToolReply,
  };
}

/** The first version of the official client: the revisions of 2025. */
async function firstBridged(connection: BridgedConnection): Promise<BridgedClient> {
  const client = new FirstClient(INFO);
  const transport = new FirstTransport(programOf(connection));
  await client.connect(transport as Transport);
  return bridged(client, transport, (params, options) => client.callTool(params, undefined, options));
}

/** The second version with the revision 2026-07-28. */
export function secondBridged(connection: BridgedConnection): Promise<BridgedClient> {
  return second(connection, 'auto');
}

/** The second version with the revisions of 2025. */
function legacyBridged(connection: BridgedConnection): Promise<BridgedClient> {
  return second(connection, 'legacy');
}

async function second(connection: BridgedConnection, mode: 'legacy' | 'auto'): Promise<BridgedClient> {
  const client = new Client(INFO, { versionNegotiation: { mode } });
  const transport = new StdioClientTransport(programOf(connection));
  await client.connect(transport);
  expect(client.getNegotiatedProtocolVersion()).toBe(mode === 'auto' ? '2026-07-28' : '2025-11-25');
  return bridged(client, transport, (params, options) => client.callTool(params, options));
}

/** All of them, by the name that a test shows. */
export const BRIDGED_CLIENTS = {
  'the first client': firstBridged,
  'the second client': secondBridged,
  'the second client with an earlier revision': legacyBridged,
} as const;
