import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { UnauthorizedError as FirstUnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { expect } from 'vitest';
import { type Decision, decide } from './consent.ts';
import { PersonProvider } from './person-provider.ts';

const INFO = { name: 'flow', version: '1.0.0' };

/** How a client sends its requests. */
type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** The second generation of the official client, which logs a person in as soon as the server asks for it. */
export async function connectSecond(server: URL, decision: Decision, through: Fetch = fetch) {
  const provider = new PersonProvider((address) => decide(address, decision));
  const begin = () => ({
    transport: new StreamableHTTPClientTransport(server, { authProvider: provider, fetch: through }),
    client: new Client(INFO, { versionNegotiation: { mode: 'auto' } }),
  });
  const first = begin();
  await expect(first.client.connect(first.transport)).rejects.toThrow(UnauthorizedError);
  await first.transport.finishAuth(provider.callback?.searchParams ?? new URLSearchParams());
  const { client, transport } = begin();
  await client.connect(transport);
  return { client, transport, provider };
}

/** The first generation, with the revisions of 2025. */
export async function connectFirst(server: URL, decision: Decision) {
  const provider = new PersonProvider((address) => decide(address, decision));
  const begin = () => ({
    transport: new FirstTransport(server, { authProvider: provider }),
    client: new FirstClient(INFO),
  });
  const first = begin();
  await expect(first.client.connect(first.transport as Transport)).rejects.toThrow(FirstUnauthorizedError);
  await first.transport.finishAuth(provider.callback?.searchParams.get('code') ?? '');
  const { client, transport } = begin();
  await client.connect(transport as Transport);
  return { client, provider };
}
