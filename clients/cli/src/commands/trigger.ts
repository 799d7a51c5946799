import type { HandCommand } from '../command.ts';
import { outputOf } from '../context.ts';
import { localClient } from '../local/local-service.ts';
import { withActors } from '../trigger/actors.ts';
import { TRIGGERS } from '../trigger/triggers.ts';
import { UsageError } from '../usage-error.ts';

/** Long enough for an email to arrive on a busy machine. */
const WAIT_MS = 25_000;

/** The clocks of the command and of the service are the same, but the service rounds. */
const MARGIN_MS = 1000;

/** Causes an event of a type by doing what it reports, on this machine only. */
export const trigger: HandCommand = {
  command: ['trigger'],
  title: 'Cause an event of a type',
  text: `Does what the event reports, with two agents of its own, and prints the event. Needs an org key and a service on this machine. The types: ${Object.keys(TRIGGERS).join(', ')}.`,
  arguments: ['<event-type>'],
  options: [],
  async run(context, [type = ''], options) {
    const wanted = TRIGGERS[type];
    if (wanted === undefined || !Object.hasOwn(TRIGGERS, type)) {
      throw new UsageError(`no event has the type "${type}"; expected one of ${Object.keys(TRIGGERS).join(', ')}`);
    }
    const organization = localClient(context, options, 'trigger');
    const since = new Date(Date.now() - MARGIN_MS);
    const about = await withActors(organization, (actors) => wanted.run(actors));
    const { event } = await organization.events.wait(
      { type, since, timeout_ms: WAIT_MS, ...about },
      { signal: context.signal },
    );
    if (event === null) throw new Error(`no event of the type ${type} within ${WAIT_MS / 1000} s`);
    outputOf(context, options).record(event);
  },
};
