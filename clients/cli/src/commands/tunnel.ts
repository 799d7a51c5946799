import { agentNamed } from '../agent-named.ts';
import type { HandCommand } from '../command.ts';
import { clientOf, outputOf } from '../context.ts';
import { UsageError } from '../usage-error.ts';

/** Gives a server on this machine a public address. */
export const tunnel: HandCommand = {
  command: ['tunnel'],
  title: 'Give a local port a public address',
  text: 'Runs until Ctrl-C, and reconnects when the connection is lost. A tunnel that the command created is deleted at the end. One that is held is served once a person has approved it.',
  arguments: ['<port>'],
  options: [
    { flags: '--host <host>', text: "The server's host; 127.0.0.1 by default." },
    { flags: '--name <name>', text: 'A name for the tunnel, for people.' },
    { flags: '--tunnel <id>', text: 'An existing tunnel, to keep its address.' },
    { flags: '--agent <id-or-handle>', text: 'The agent, if the key is an org key.' },
  ],
  async run(context, [given = ''], options) {
    const port = /^\d{1,5}$/.test(given) ? Number(given) : 0;
    if (port < 1 || port > 65_535) throw new UsageError(`<port>: expected a number from 1 to 65535, got "${given}"`);
    const { host, name, tunnel: tunnelId, agent } = options as Record<string, string | undefined>;
    const client = clientOf(context, options);
    const identityId = await agentNamed(client, agent, context.signal);
    const served = await client.tunnels.serve({
      port,
      signal: context.signal,
      onHeld: (id) => context.errors.write(`aid: the tunnel waits for a person to approve it (${id})\n`),
      ...(host !== undefined && { host }),
      ...(name !== undefined && { name }),
      ...(tunnelId !== undefined && { tunnelId }),
      ...(identityId !== undefined && { identityId }),
    });
    outputOf(context, options).record({ url: served.url, id: served.tunnel.id });
    await served.closed;
    context.signal.throwIfAborted();
  },
};
