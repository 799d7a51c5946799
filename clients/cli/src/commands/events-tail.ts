import type { EventType, FollowedEvent } from '../../../typescript/src/index.ts';
import type { HandCommand } from '../command.ts';
import { type CommonOptions, clientOf, outputOf } from '../context.ts';
import { placeOf } from '../place.ts';

interface TailOptions extends CommonOptions {
  readonly type?: readonly EventType[];
  readonly agent?: string;
  readonly since?: string;
  readonly expand?: boolean;
  readonly new?: boolean;
}

/** Follows the log. The place is kept for each profile, service and filter. */
export const eventsTail: HandCommand = {
  command: ['events', 'tail'],
  title: 'Follow the event log',
  text: 'Prints each event once and in order, until Ctrl-C. The next run continues after the last event that was printed.',
  arguments: [],
  options: [
    { flags: '--type <type...>', text: 'Only events of these types.' },
    { flags: '--agent <id>', text: 'Only events of this agent.' },
    { flags: '--since <time>', text: 'Begin after this created_at, if no run of before has kept a place.' },
    { flags: '--new', text: 'Begin with what happens from now on, and keep no place.' },
    { flags: '--expand', text: 'Add the whole message to events about mail.' },
  ],
  async run(context, _args, options) {
    const { type: types, agent: identityId, since, expand, new: isNew } = options as TailOptions;
    const filter = { types, identityId };
    const output = outputOf(context, options);
    const events = clientOf(context, options).events.follow({
      ...filter,
      since,
      signal: context.signal,
      ...(expand === true && { expand: 'message' as const }),
      ...(isNew !== true && { cursor: placeOf(context, options, filter) }),
    });
    output.say('Following the log; Ctrl-C ends it.');
    for await (const event of events) {
      if (output.isForPeople && options.fields === undefined) output.say(lineOf(event));
      else output.record(event);
    }
    context.signal.throwIfAborted();
  },
};

function lineOf({ created_at: time, type, identity_id: agent, aggregate_id: about }: FollowedEvent): string {
  return [time, String(type).padEnd(28), about ?? '', agent ?? ''].join('  ').trimEnd();
}
