import type { HandCommand } from '../command.ts';
import { clientOf, outputOf } from '../context.ts';
import { requireLocal } from '../local/local-service.ts';
import { withActors } from '../trigger/actors.ts';
import { CAUSED_ELSEWHERE, TRIGGERS } from '../trigger/triggers.ts';
import { UsageError } from '../usage-error.ts';

/** As long as a wait usually lasts. */
const WAIT_MS = 25_000;

/** The command and the service share a clock, but the service rounds. */
const MARGIN_MS = 1000;

/** Causes an event of a type by performing the action behind it, on this machine only. */
export const trigger: HandCommand = {
  command: ['trigger'],
  title: 'Cause an event of a type',
  text: `Performs the action behind the event, with two agents of its own, and prints the event. Where the organization may not have that many agents, it uses the newest ones. Needs an org key and a service on this machine. Types: ${Object.keys(TRIGGERS).join(', ')}.`,
  arguments: ['<event-type>'],
  options: [],
  async run(context, [type = ''], options) {
    if (Object.hasOwn(CAUSED_ELSEWHERE, type)) throw new UsageError(`${type}: ${CAUSED_ELSEWHERE[type]}`);
    const wanted = TRIGGERS[type];
    if (wanted === undefined || !Object.hasOwn(TRIGGERS, type)) {
      throw new UsageError(`unknown event type "${type}"; expected one of ${Object.keys(TRIGGERS).join(', ')}`);
    }
    const organization = requireLocal(clientOf(context, options), 'trigger');
    const since = new Date(Date.now() - MARGIN_MS);
    const about = await withActors(organization, (actors) => wanted.run(actors));
    const { event } = await organization.events.wait(
      { type, since, timeout_ms: WAIT_MS, ...about },
      { signal: context.signal },
    );
    if (event === null) throw new Error(`no ${type} event within ${WAIT_MS / 1000} s`);
    outputOf(context, options).record(event);
  },
};
