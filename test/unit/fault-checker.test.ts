import { expect, test } from 'vitest';
import { checkHistory } from '#testing/faults/checker/check-history.ts';
import type { History, OperationRecord, OrganizationState } from '#testing/faults/history.ts';
import { arrival, delivery, event, marker, soundHistory, withOperation, withRows } from '../support/fault-history.ts';

function namesOf(history: History): string[] {
  return [...new Set(checkHistory(history).map(({ name }) => name))].sort();
}

test('The checker finds nothing in a sound history', () => {
  expect(checkHistory(soundHistory())).toEqual([]);
});

test('An acknowledged operation without its record is a lost write', () => {
  expect(namesOf(withRows(() => ({ secrets: [] })))).toEqual(['write-lost']);
});

test('An acknowledged operation with its record and without its event is a lost write', () => {
  const history = withRows(({ events, deliveries }) => ({
    events: events.slice(0, 2),
    deliveries: deliveries.slice(0, 2),
  }));
  const kept = {
    ...history,
    followers: [],
    arrivals: history.arrivals.slice(0, 2),
  };
  expect(namesOf(kept)).toEqual(['write-lost']);
});

test('An operation that left two records is a doubled write', () => {
  expect(
    namesOf(withRows(({ secrets }) => ({ secrets: [...secrets, { id: 'sec_2', name: marker(2), version: 1 }] }))),
  ).toEqual(['write-doubled']);
});

test('A record in another organization is a doubled write', () => {
  const history = soundHistory();
  const [first, second] = history.organizations;
  const foreign = { ...second, contacts: [], secrets: [{ id: 'sec_9', name: marker(2), version: 1 }] } as typeof first;
  expect(namesOf({ ...history, organizations: [first, foreign] as never })).toEqual(['write-doubled']);
});

test('A refused operation must have left nothing, and its reason must be one that the contract has', () => {
  const refused = { kind: 'refused', status: 409, code: 'resource.not_found' } as const;
  expect(namesOf(withOperation(0, { outcome: refused }))).toEqual(['refused-write', 'unexpected-refusal']);
});

test('An operation without a definite response is named, whether it was done or not', () => {
  expect(namesOf(withOperation(0, { outcome: { kind: 'unknown' } }))).toEqual(['no-response']);
});

test('Two replies to the same request are named', () => {
  expect(namesOf(withOperation(2, { repeats: [{ isSame: false, text: 'sec_1 and sec_2' }] }))).toEqual([
    'reply-changed',
  ]);
});

test('A mail event of no message is named', () => {
  const extra = event('evt_9', 'mail.sent', 9, 'msg_9');
  const history = withRows(({ events, deliveries }) => ({
    events: [...events, extra],
    deliveries: [...deliveries, delivery(extra)],
  }));
  expect(namesOf({ ...history, followers: [], arrivals: [...history.arrivals, arrival('evt_9')] })).toEqual([
    'event-unexplained',
  ]);
});

test('A log with two events of one time is out of order', () => {
  const history = withRows(({ events }) => ({
    events: events.map((one) => (one.id === 'evt_3' ? { ...one, created_at: events[1]?.created_at ?? '' } : one)),
  }));
  expect(namesOf({ ...history, followers: [] })).toEqual(['log-order']);
});

test.each([
  ['misses an event', [0, 2], ['follower-missed']],
  ['sees an event twice', [0, 1, 1, 2], ['follower-wrong']],
  ['sees two events in another order', [1, 0, 2], ['follower-wrong']],
])('A stream that %s is named', (_, order, expected) => {
  const history = soundHistory();
  const [stream, ...others] = history.followers;
  if (stream === undefined) throw new Error('no stream');
  const events = order.map((index) => stream.events[index]).filter((one) => one !== undefined);
  expect(namesOf({ ...history, followers: [{ ...stream, events }, ...others] })).toEqual(expected);
});

test('A page of the history with an event that the log does not have is named', () => {
  const history = soundHistory();
  const ghost = { id: 'evt_8', created_at: new Date(2500).toISOString() };
  const followers = history.followers.map((one) =>
    one.kind === 'history' ? { ...one, events: [...one.events, ghost] } : one,
  );
  expect(namesOf({ ...history, followers })).toEqual(['history-changed']);
});

test('An event without a delivery to an endpoint that subscribes to it is named', () => {
  const history = withRows(({ deliveries }) => ({ deliveries: deliveries.slice(1) }));
  expect(namesOf({ ...history, arrivals: history.arrivals.slice(1) })).toEqual(['delivery-missing']);
});

test('Two deliveries of one event to one endpoint are named', () => {
  const history = withRows(({ deliveries }) => ({
    deliveries: [...deliveries, { ...(deliveries[0] as (typeof deliveries)[number]), id: 'dlv_x', created_at: '1999' }],
  }));
  expect(
    namesOf({ ...history, arrivals: [...history.arrivals, { ...arrival('evt_1'), deliveryId: 'dlv_x' }] }),
  ).toEqual(['delivery-doubled']);
});

test.each([
  ['is still retrying', { status: 'retrying' }, ['delivery-open']],
  ['was given up although its receiver accepts everything', { status: 'dead_letter' }, ['delivery-outcome']],
])('A delivery that %s is named', (_, change, expected) => {
  const history = withRows(({ deliveries }) => ({
    deliveries: deliveries.map((row, index) => (index === 0 ? { ...row, ...change } : row)),
  }));
  expect(namesOf(history)).toEqual(expected);
});

test('A delivery that the receiver has never accepted is not delivered', () => {
  const history = soundHistory();
  const arrivals = history.arrivals.map((one, index) => (index === 0 ? { ...one, succeededAt: undefined } : one));
  expect(namesOf({ ...history, arrivals })).toEqual(['delivery-outcome']);
});

test('A delivery that is sent again after its success needs an incident that explains it', () => {
  const history = soundHistory();
  const repeated = { ...history, arrivals: [...history.arrivals, arrival('evt_1', 7000)] };
  const kill = (at: number, name: string) => ({ at, disturbance: { kind: 'kill', function: name } as const });
  expect(namesOf(repeated)).toEqual(['delivery-repeated']);
  expect(namesOf({ ...repeated, incidents: [kill(6000, 'worker-delivery')] })).toEqual([]);
  expect(namesOf({ ...repeated, incidents: [kill(2000, 'worker-delivery')] })).toEqual(['delivery-repeated']);
  expect(namesOf({ ...repeated, incidents: [kill(6000, 'worker-relay')] })).toEqual(['delivery-repeated']);
  expect(namesOf({ ...repeated, incidents: [{ at: 6000, fault: 'lost', deliveryId: 'dlv_evt_1' }] })).toEqual([]);
  expect(namesOf({ ...repeated, incidents: [{ at: 6000, fault: 'lost', deliveryId: 'dlv_evt_2' }] })).toEqual([
    'delivery-repeated',
  ]);
});

test.each([
  [1_400, ['delivery-repeated']],
  [1_600, []],
])('A delivery with a success %i ms after it was signed is judged by the timeout of its attempt', (late, expected) => {
  const history = soundHistory();
  const [first, ...others] = history.arrivals;
  const arrivals = [{ ...first, succeededAt: (first?.signedAt ?? 0) + late } as typeof first, ...others];
  const repeated = [...arrivals, arrival('evt_1', 7000)].filter((one) => one !== undefined);
  expect(namesOf({ ...history, arrivals: repeated })).toEqual(expected);
});

test.each([
  ['a wrong signature', { signature: 'the signature does not match' }],
  ['another body than before', { body: 'another body' }],
  ['a delivery that does not exist', { deliveryId: 'dlv_unknown', eventId: 'evt_unknown' }],
])('A request to a receiver with %s is named', (_, change) => {
  const history = soundHistory();
  const strange = { ...arrival('evt_1', 5000), succeededAt: undefined, ...change };
  expect(namesOf({ ...history, arrivals: [...history.arrivals, strange], incidents: [] })).toContain(
    'delivery-unsigned',
  );
});

test.each([
  ['its uses differ from the redemptions', { use_count: 1 }, { lse_1: 2 }, ['lease-miscounted']],
  ['its audit differs from its uses', { use_count: 2 }, { lse_1: 3 }, ['lease-miscounted', 'lease-overused']],
  ['it gave more than it may', { max_uses: 1 }, { lse_1: 2 }, ['lease-overused']],
  ['it refused a use that it had', { max_uses: 3 }, { lse_1: 2 }, ['lease-miscounted']],
])('A lease is named if %s', (_, change, redeemed, expected) => {
  const history = withRows(({ leases }) => ({ leases: leases.map((lease) => ({ ...lease, ...change })), redeemed }));
  expect(namesOf(history)).toEqual(expected);
});

test('A redemption that returns another value than its version had is named', () => {
  const outcome = { kind: 'acknowledged', body: { value: 'another', version: 1 } } as const;
  expect(namesOf(withOperation(4, { outcome }))).toEqual(['lease-value']);
});

test('An accepted mail that did not leave is lost, and one that left twice needs a crash of its sender', () => {
  const history = soundHistory();
  const doubled = { ...history, sentSubjects: [marker(1), marker(1)] };
  const kill = { at: 1200, disturbance: { kind: 'kill', function: 'worker-outbound-mail' } } as const;
  expect(namesOf({ ...history, sentSubjects: [] })).toEqual(['mail-lost']);
  expect(namesOf(doubled)).toEqual(['mail-doubled']);
  expect(namesOf({ ...doubled, incidents: [kill] })).toEqual([]);
});

test('An email between agents arrives as often as it left, and no more', () => {
  const received = (id: string, second: number) => event(id, 'mail.received', second, 'msg_9', { subject: marker(1) });
  const inside = (times: number) => {
    const history = withOperation(1, {
      planned: { ...(soundHistory().operations[1] as OperationRecord).planned, choice: 0.1 },
    });
    const [first, second] = history.organizations as [OrganizationState, OrganizationState];
    const events = Array.from({ length: times }, (_, n) => received(`evt_7${n}`, 20 + n));
    const messages = [{ id: 'msg_9', direction: 'inbound', subject: marker(1), status: 'received' }];
    return { ...history, organizations: [first, { ...second, events, messages, endpoints: [] }] };
  };
  expect(namesOf(inside(1))).toEqual([]);
  expect(namesOf(inside(0))).toEqual(['write-lost']);
  expect(namesOf(inside(2))).toEqual(['write-doubled']);
});

test('Work that is left at the end is named', () => {
  expect(namesOf({ ...soundHistory(), isSettled: false })).toEqual(['unsettled']);
});
