import { dirname } from 'node:path';
import type { Event } from '../../../typescript/src/index.ts';
import { agentNamed } from '../agent-named.ts';
import type { HandCommand } from '../command.ts';
import { connectionChanges } from '../connection-changes.ts';
import { clientOf, outputOf } from '../context.ts';
import { FOLLOW_OPTIONS, type FollowOptions, sinceOf, typesNamed } from '../follow-options.ts';
import { bodyLines } from '../output/body-lines.ts';
import { wholeId } from '../partial-ids.ts';
import { placeOf } from '../place.ts';
import { UsageError } from '../usage-error.ts';
import { DeliveryBodies } from '../webhooks/delivery-bodies.ts';
import { type Forwarded, forwardWhenReachable } from '../webhooks/forward.ts';
import { listenSecret } from '../webhooks/listen-secret.ts';
import { signedHeaders } from '../webhooks/signed-headers.ts';

interface ListenOptions extends FollowOptions {
  readonly forwardTo?: string;
  readonly replay?: readonly string[];
}

/** Before what a receiver responded. */
const INDENT = '    ';

/** Forwards events to a receiver on this machine, as the service would deliver them. */
export const webhooksListen: HandCommand = {
  command: ['webhooks', 'listen'],
  title: 'Forward events to a local receiver',
  text: "Posts each event once and in order, signed, with the body of a real delivery, until Ctrl-C. Waits for a receiver that cannot be reached. The next run continues after the last event that was forwarded. Prints the receiver's responses.",
  arguments: [],
  options: [
    { flags: '--forward-to <url>', text: 'The receiver: http://127.0.0.1:3000/hook.' },
    { flags: '--replay <event-id...>', text: 'Forward only these events, again, and stop.' },
    ...FOLLOW_OPTIONS,
  ],
  async run(context, _args, options) {
    const { forwardTo, replay, type: types, agent, new: isNew } = options as ListenOptions;
    const url = receiverOf(forwardTo);
    const since = sinceOf(options);
    const output = outputOf(context, options);
    const client = clientOf(context, options);
    const { signal } = context;
    const identityId = await agentNamed(client, agent, signal);
    const { org_id: organization } = await client.me({ signal });
    const { secret, path } = listenSecret(dirname(context.profiles.path), organization);
    output.show(`Signing with ${secret}, which is saved in ${path} for the next start.`, { secret, secret_file: path });

    const bodies = new DeliveryBodies(client, { types, identityId, signal });
    const send = async ({ id: eventId, type, created_at }: Event, body: string, isReplay = false) => {
      // The event's own id: repeated deliveries of an event have the same id.
      const requestId = eventId.replace(/^evt_/, 'dlv_');
      const headers = () =>
        signedHeaders(secret, { eventId, requestId, timestamp: Math.floor(Date.now() / 1000), body });
      const onUnreachable = (error: string) =>
        output.show(`Waiting for the receiver, which cannot be reached: ${error}`, { reachable: false, error });
      const outcome = await forwardWhenReachable(url, { body, headers }, { signal, onUnreachable });
      const row = { event_id: eventId, type, created_at, ...outcome, ...(isReplay && { replay: true }) };
      const columns = context.output.columns - INDENT.length;
      output.show(`${lineOf(created_at, String(type), outcome)}${isReplay ? '  replay' : ''}`, row);
      for (const line of bodyLines(outcome.response ?? '', { columns })) output.say(`${INDENT}${line}`);
    };
    if (replay !== undefined) {
      const found = await Promise.all(
        replay.map((id) => wholeId(client, id, { signal }).then((whole) => bodies.find(whole))),
      );
      for (const { event, body } of found) await send(event, body, true);
      return;
    }
    const events = client.events.follow({
      types,
      identityId,
      since,
      signal,
      onConnection: connectionChanges(signal, (isConnected) => {
        const text = isConnected ? `Ready: forwarding to ${url}; press Ctrl-C to stop.` : 'Disconnected; reconnecting.';
        output.show(text, { connected: isConnected });
      }),
      ...(isNew !== true && { cursor: placeOf(context, options, { types, identityId, forwardTo: url }, since) }),
    });
    for await (const event of typesNamed(events, options)) await send(event, await bodies.of(event));
    signal.throwIfAborted();
  },
};

function receiverOf(given: string | undefined): string {
  if (given === undefined) throw new UsageError('--forward-to is required: the URL of the receiver');
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`--forward-to: expected a URL such as http://127.0.0.1:3000/hook, got "${given}"`);
  }
  return url.href;
}

function lineOf(time: string, type: string, { status, duration_ms: ms, error }: Forwarded): string {
  return [time, type.padEnd(28), status ?? `failed: ${error}`, `${ms} ms`].join('  ');
}
