import { LogPosition, TICKET_LEASE_MS } from '#shared/domain/log/log-order.ts';
import { LogModel, type ModelTicket } from './model.ts';

/** Deliberate mistakes, each of which the check has to find. */
export type Mistake =
  | 'tombstone without condition'
  | 'reader that skips a gap'
  | 'event with a key that does not follow from its ticket'
  | 'new ticket without a tombstone for the old one'
  | 'commit without a condition on its key';

/** What one writer does with one commit. */
export interface WriterStep {
  organizations: readonly ('a' | 'b')[];
  /** Events that the commit appends to each log. */
  events: number;
  /** Moments between the ticket and the transaction. */
  delay: number;
  /** How often a conflict cancels the transaction before it succeeds. It is sent again with the same tickets. */
  conflicts: number;
  /** `outcome unknown`: the transaction arrives only after the writer has started over. */
  fate: 'commits' | 'crashes' | 'gives up' | 'outcome unknown';
}

export interface ReaderPlan {
  organization: 'a' | 'b';
  /** Moments between two reads. */
  every: number;
  /** Follows one event, then begins anew with a `since`, as a client does. */
  restarts: boolean;
  /** Only events of this writer. */
  writer?: string;
}

export interface History {
  /** The marks of all events, by organization, in the order of the log. */
  logs: Record<'a' | 'b', string[]>;
  /** The commits that succeeded for their caller. */
  acknowledged: { mark: string; step: WriterStep }[];
  seen: { plan: ReaderPlan; marks: string[] }[];
}

const STEP_MS = 500;

/** Runs writers and readers against each other, one atomic write or read at a time, in the given order. */
export function runModel(
  writers: readonly (readonly WriterStep[])[],
  readers: readonly ReaderPlan[],
  schedule: readonly number[],
  mistake?: Mistake,
): History {
  const model = new LogModel();
  const history: History = { logs: { a: [], b: [] }, acknowledged: [], seen: [] };
  const clock = { now: 1_800_000_000_000 };
  const actors = [
    ...writers.map((steps, index) => writer({ model, history, clock, mistake }, steps, `w${index}`)),
    ...readers.map((plan) => reader({ model, history, clock, mistake }, plan)),
  ];
  const live = new Set(actors);
  for (const pick of schedule) {
    const candidates = [...live];
    const actor = candidates[pick % candidates.length];
    if (actor === undefined) break;
    clock.now += 1 + (pick % 7 === 0 ? STEP_MS : 0);
    if (actor.next().done) live.delete(actor);
  }
  // The writers end; then the readers get all the time they need.
  for (const actor of actors.slice(0, writers.length)) while (!actor.next().done);
  for (let round = 0; round < 40; round++) {
    clock.now += TICKET_LEASE_MS;
    for (const actor of actors.slice(writers.length)) for (let turn = 0; turn < 60; turn++) actor.next();
  }
  for (const organization of ['a', 'b'] as const) history.logs[organization] = model.marks(organization);
  return history;
}

interface World {
  model: LogModel;
  history: History;
  clock: { now: number };
  mistake: Mistake | undefined;
}

function* writer({ model, history, clock, mistake }: World, steps: readonly WriterStep[], name: string) {
  const withCondition = mistake !== 'commit without a condition on its key';
  for (const [index, step] of steps.entries()) {
    const mark = `${name}.${index}`;
    let lost: ModelTicket[] | undefined;
    for (;;) {
      const tickets: ModelTicket[] = [];
      for (const organization of step.organizations)
        for (let count = 0; count < step.events; count++) {
          tickets.push(model.takeTicket(organization, clock.now));
          yield;
        }
      for (let moment = 0; moment < step.delay + step.conflicts; moment++) yield;
      if (step.fate === 'crashes') break;
      const placed =
        mistake === 'event with a key that does not follow from its ticket'
          ? tickets.map((ticket) => ({ ...ticket, time: ticket.time + 0.5 }))
          : tickets;
      const isLost = step.fate === 'outcome unknown' && lost === undefined;
      if (isLost) lost = placed;
      if (!isLost && step.fate !== 'gives up' && model.commit(placed, mark, { withCondition })) {
        history.acknowledged.push({ mark, step });
        break;
      }
      // No success: the writer gives up, or a reader has closed a ticket, or the outcome is unknown.
      if (mistake !== 'new ticket without a tombstone for the old one')
        for (const { organization, time, predecessors } of tickets) {
          model.close(
            organization,
            { time, predecessors },
            { withCondition: mistake !== 'tombstone without condition' },
          );
          yield;
        }
      if (step.fate === 'gives up') break;
    }
    if (lost !== undefined) model.commit(lost, mark, { withCondition });
    yield;
  }
}

function* reader({ model, history, clock, mistake }: World, plan: ReaderPlan) {
  const marks: string[] = [];
  history.seen.push({ plan, marks });
  let position = new LogPosition(0);
  for (;;) {
    let seen = 0;
    for (const entry of model.read(plan.organization, position.time)) {
      const gap = mistake === 'reader that skips a gap' ? undefined : position.advance(entry, clock.now);
      if (gap !== undefined) {
        yield;
        for (const time of gap.missing.filter((missing) => clock.now - missing > TICKET_LEASE_MS)) {
          model.close(plan.organization, { time }, { withCondition: mistake !== 'tombstone without condition' });
          yield;
        }
        break;
      }
      if (entry.kind === 'event' && (plan.writer === undefined || entry.mark?.startsWith(`${plan.writer}.`))) {
        if (mistake === 'reader that skips a gap') position = new LogPosition(entry.ticket.time);
        marks.push(entry.mark ?? '');
        seen += 1;
        if (plan.restarts) {
          position = new LogPosition(entry.ticket.time);
          break;
        }
      }
    }
    for (let moment = 0; moment < plan.every * (seen === 0 ? 1 : 0); moment++) yield;
    yield;
  }
}
