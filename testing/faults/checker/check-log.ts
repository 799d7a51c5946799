import type { History, LogEvent } from '../history.ts';
import { type Violation, violation } from './violation.ts';

/** Every log is totally ordered by unique times, and every follower saw what the log has, in its order. */
export function checkLog({ organizations, followers }: History): Violation[] {
  const inOrder = organizations.flatMap(({ id, events }) =>
    events.flatMap((event, index) => {
      const before = events[index - 1];
      if (before === undefined || before.created_at < event.created_at) return [];
      return [
        violation(
          'log-order',
          `${event.id} of ${id} has ${event.created_at}, after ${before.id} of ${before.created_at}`,
        ),
      ];
    }),
  );
  const followed = followers.flatMap((follower) => {
    const log = organizations[follower.organization]?.events ?? [];
    const problems = follower.problems.map((problem) =>
      violation(follower.kind === 'history' ? 'history-changed' : 'follower-wrong', `${follower.name}: ${problem}`),
    );
    const { type, identityId } = follower;
    const expected = log.filter(
      (event) =>
        (type === undefined || event.type === type) && (identityId === undefined || event.identity_id === identityId),
    );
    return [...problems, ...(follower.kind === 'history' ? compareHistory : compareFollower)(follower, expected)];
  });
  return [...inOrder, ...followed];
}

type Seen = { readonly name: string; readonly events: readonly Pick<LogEvent, 'id' | 'created_at'>[] };

function compareFollower({ name, events }: Seen, expected: readonly LogEvent[]): Violation[] {
  const seen = new Set(events.map(({ id }) => id));
  const known = new Set(expected.map(({ id }) => id));
  return [
    ...expected
      .filter(({ id }) => !seen.has(id))
      .map(({ id, created_at }) => violation('follower-missed', `${name}: ${id} of ${created_at}`)),
    ...events
      .filter(({ id }) => !known.has(id))
      .map(({ id }) => violation('follower-wrong', `${name}: ${id} is not in the log`)),
    ...events.flatMap(({ id, created_at }, index) => {
      const before = events[index - 1];
      if (before === undefined || before.created_at < created_at) return [];
      return [
        violation('follower-wrong', `${name}: ${id} of ${created_at} came after ${before.id} of ${before.created_at}`),
      ];
    }),
  ];
}

function compareHistory({ name, events }: Seen, expected: readonly LogEvent[]): Violation[] {
  const known = new Map(expected.map(({ id, created_at }) => [id, created_at]));
  return events
    .filter(({ id, created_at }) => known.get(id) !== created_at)
    .map(({ id }) => violation('history-changed', `${name}: ${id} was read and is not in the log`));
}
