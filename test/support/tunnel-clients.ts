import { once } from 'node:events';
import { afterAll, beforeAll } from 'vitest';
import { TunnelClient } from '#clients/tunnel/tunnel-client.ts';
import { type Agent, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { connectRawClient, type RawTunnelClient } from './raw-tunnel-client.ts';
import { startTunnelServer, type TunnelServer } from './tunnel-server.ts';

interface CreatedTunnel {
  readonly id: string;
  readonly publicUrl: string;
  readonly connectUrl: string;
}

/** The status of a response, and the error of the tunnel that it names. */
export const errorOf = async (url: string) => {
  const response = await fetch(url);
  return [response.status, response.headers.get('x-aid-tunnel-error')];
};

/** An agent with tunnels to one server, and their clients. */
class TunnelClients {
  organization!: Organization;
  agent!: Agent;
  server!: TunnelServer;
  readonly #clients: TunnelClient[] = [];

  async start(): Promise<void> {
    this.organization = await makeOrganization();
    [this.agent, this.server] = await Promise.all([makeAgent(this.organization), startTunnelServer()]);
  }

  async stop(): Promise<void> {
    for (const client of this.#clients) client.stop();
    await this.server.stop();
  }

  async create(): Promise<CreatedTunnel> {
    const made = await this.agent.api.ok('createTunnel', { body: { name: 'Test' } });
    return { id: made.id, publicUrl: made.public_url, connectUrl: made.connect_url };
  }

  /** Connects the client of this project, for the server or for another one. */
  async connect(
    connectUrl: string,
    target: { host: string; port: number } = { host: '127.0.0.1', port: this.server.port },
  ): Promise<TunnelClient> {
    const client = new TunnelClient({ connectUrl, key: this.agent.key, target });
    this.#clients.push(client);
    const connected = once(client, 'connected');
    client.start();
    await connected;
    return client;
  }

  /** Connects a client that sends only what the test says. */
  connectRaw(connectUrl: string, key = this.agent.key): Promise<RawTunnelClient> {
    return connectRawClient(connectUrl, key);
  }
}

/** Runs the server and ends the clients for the tests of a file. */
export function useTunnelClients(): TunnelClients {
  const tunnels = new TunnelClients();
  beforeAll(() => tunnels.start());
  afterAll(() => tunnels.stop());
  return tunnels;
}
