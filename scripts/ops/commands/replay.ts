import { findOrganization } from '#shared/data/entities/organization/organization.ts';
import type { Table } from '#shared/data/table-client.ts';
import { isId } from '#shared/domain/ids/ids.ts';
import { EVENT_TYPES } from '#shared/domain/log/events.ts';
import { MAX_COMMIT_MS } from '#shared/domain/log/log-order.ts';
import {
  type Cells,
  type Invocation,
  numberOption,
  type OpsCommand,
  type Report,
  textOption,
  timeOption,
} from '../command.ts';
import { OpsError, UsageError } from '../ops-error.ts';
import { type EventRange, eventsOf, replayRange } from '../replay-range.ts';

const PROGRESS_EVERY = 100;

/** Replays every event of an organization in a range of time. */
export const replay: OpsCommand = {
  name: 'replay',
  summary: 'delivers the events of an organization in a range of time again',
  args: ['organization id'],
  options: {
    from: { type: 'string', value: 'time', description: 'the first time, for example 2026-11-20T00:00:00Z' },
    to: { type: 'string', value: 'time', description: 'the end of the range, which is not part of it' },
    type: { type: 'string', value: 'type', description: 'only events of this type, for example mail.received' },
    rate: { type: 'string', value: 'n', description: 'events in a second; default: 10' },
  },
  changes: true,
  run: async (invocation) => {
    const range = rangeOf(invocation);
    const rate = numberOption(invocation, 'rate', { min: 1, max: 100, fallback: 10 });
    const table = await invocation.stage.table();
    const organization = await findOrganization(table, range.organizationId);
    if (organization === undefined) throw new OpsError(`no organization ${range.organizationId} in this stage`);
    return invocation.confirmed ? replayAll(table, range, rate, invocation) : countAll(table, range, rate);
  },
};

function rangeOf(invocation: Invocation): EventRange {
  const [organizationId = ''] = invocation.args;
  if (!isId('organization', organizationId)) throw new UsageError(`not the id of an organization: ${organizationId}`);
  const [from, to] = [timeOption(invocation, 'from'), timeOption(invocation, 'to')];
  if (from === undefined || to === undefined) throw new UsageError('--from and --to: expected both');
  if (from >= to) throw new UsageError('--to: expected a later time than --from');
  const latest = invocation.now - MAX_COMMIT_MS;
  if (to > latest) {
    throw new UsageError(`--to: expected at most ${isoTime(latest)}, because later events may still be written`);
  }
  const type = textOption(invocation, 'type');
  if (type !== undefined && !(EVENT_TYPES as readonly string[]).includes(type)) {
    throw new UsageError(`--type: no such type of event: ${type}; the types are ${EVENT_TYPES.join(', ')}`);
  }
  return { organizationId, from, to, type };
}

async function countAll(table: Table, range: EventRange, rate: number): Promise<Report> {
  const counts = new Map<string, number>();
  let total = 0;
  for await (const event of eventsOf(table, range)) {
    counts.set(event.type, (counts.get(event.type) ?? 0) + 1);
    total += 1;
  }
  return {
    rows: rowsOf(counts),
    notes: [
      `${total} events of ${range.organizationId} would be replayed, in about ${Math.ceil(total / rate)} s; each goes to ` +
        'every endpoint that matches it now',
    ],
  };
}

async function replayAll(table: Table, range: EventRange, rate: number, { progress }: Invocation): Promise<Report> {
  const counts = new Map<string, number>();
  let done = 0;
  let stopped = false;
  const stop = () => {
    stopped = true;
  };
  process.once('SIGINT', stop);
  try {
    const { replayed, nextAt, error } = await replayRange(table, range, {
      rate,
      isStopped: () => stopped,
      onReplayed: ({ type, createdAt }) => {
        counts.set(type, (counts.get(type) ?? 0) + 1);
        done += 1;
        if (done % PROGRESS_EVERY === 0) progress(`${done} replayed, up to ${isoTime(createdAt)}`);
      },
    });
    const rest = nextAt === undefined ? [] : [`not complete; continue with --from ${isoTime(nextAt)}`];
    return {
      rows: rowsOf(counts),
      notes: [
        `${replayed} events of ${range.organizationId} replayed`,
        ...(error === undefined ? [] : [`failed: ${error.message}`]),
        ...rest,
      ],
      failed: nextAt !== undefined,
    };
  } finally {
    process.off('SIGINT', stop);
  }
}

function rowsOf(counts: ReadonlyMap<string, number>): Cells[] {
  return [...counts].sort(([a], [b]) => a.localeCompare(b)).map(([type, events]) => ({ type, events }));
}

function isoTime(time: number): string {
  return new Date(time).toISOString();
}
