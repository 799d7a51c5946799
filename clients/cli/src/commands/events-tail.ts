import type { FollowedEvent } from '../../../typescript/src/index.ts';
import { agentNamed } from '../agent-named.ts';
import type { HandCommand } from '../command.ts';
import { connectionChanges } from '../connection-changes.ts';
import { clientOf, outputOf } from '../context.ts';
import { FOLLOW_OPTIONS, type FollowOptions, sinceOf, typesNamed } from '../follow-options.ts';
import { placeOf } from '../place.ts';

interface TailOptions extends FollowOptions {
  readonly expand?: boolean;
}

/** Follows the log. The position is saved per profile, service and filter. */
export const eventsTail: HandCommand = {
  command: ['events', 'tail'],
  title: 'Follow the event log',
  text: 'Prints each event once and in order, until Ctrl-C. The next run continues after the last event that was printed.',
  arguments: [],
  options: [...FOLLOW_OPTIONS, { flags: '--expand', text: 'Include the whole message in mail events.' }],
  async run(context, _args, options) {
    const { type: types, agent, expand, new: isNew } = options as TailOptions;
    const since = sinceOf(options);
    const client = clientOf(context, options);
    const filter = { types, identityId: await agentNamed(client, agent, context.signal) };
    const output = outputOf(context, options);
    const events = client.events.follow({
      ...filter,
      since,
      signal: context.signal,
      onConnection: connectionChanges(context.signal, (isConnected) =>
        output.say(isConnected ? 'Following the log.' : 'Disconnected; reconnecting.'),
      ),
      ...(expand === true && { expand: 'message' as const }),
      ...(isNew !== true && { cursor: placeOf(context, options, filter, since) }),
    });
    output.say(`Connecting to ${client.url}; press Ctrl-C to stop.`);
    for await (const event of typesNamed(events, options)) {
      if (output.isForPeople && options.fields === undefined) output.say(lineOf(event));
      else output.record(event);
    }
    context.signal.throwIfAborted();
  },
};

function lineOf({ created_at: time, type, identity_id: agent, aggregate_id: about }: FollowedEvent): string {
  return [time, String(type).padEnd(28), about ?? '', agent ?? ''].join('  ').trimEnd();
}
