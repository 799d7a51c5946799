import { expect, test } from 'vitest';
import { maxReceivesFor } from '#lib/concurrency.ts';
import { readConfig } from '#lib/config.ts';
import { QUEUE_WORKERS, workerConcurrency } from '#lib/queue-workers.ts';
import type { WorkQueueName } from '#shared/contract/jobs.ts';
import { type Backlog, type SaturatedQueue, simulate } from './saturated-queues.ts';
import { resourcesOf, SMALL_ACCOUNT, synthesize, targetOf } from './stage.ts';

/** What a stage without settings had before its workers followed from the quota. */
const BEFORE: Readonly<Record<string, { readonly maximum: number; readonly maxReceives: number }>> = {
  delivery: { maximum: 50, maxReceives: 5 },
  'event-streams': { maximum: 50, maxReceives: 5 },
  'inbound-mail': { maximum: 5, maxReceives: 5 },
  'outbound-mail': { maximum: 5, maxReceives: 5 },
  'mail-status': { maximum: 5, maxReceives: 12 },
  'domain-checks': { maximum: 2, maxReceives: 5 },
};

const NEW_ACCOUNT = 10;

const read = (environment: Record<string, string>) =>
  readConfig({ AID_MAIL_DOMAIN: 'agents.example.com', ...environment });

/** The queues of a stage as its templates have them. */
function templatesOf(settings: Record<string, string> = {}): Record<string, SaturatedQueue> {
  const { serviceTemplate } = synthesize(settings);
  const queues = new Map(resourcesOf(serviceTemplate, 'AWS::SQS::Queue'));
  const consumed = resourcesOf(serviceTemplate, 'AWS::Lambda::EventSourceMapping').flatMap(([, { Properties }]) => {
    const queue = queues.get(targetOf(Properties.EventSourceArn) ?? '')?.Properties;
    if (queue === undefined) return [];
    const found: SaturatedQueue = {
      maximum: Properties.ScalingConfig.MaximumConcurrency,
      batchSize: Properties.BatchSize,
      visibilitySeconds: queue.VisibilityTimeout,
      maxReceives: queue.RedrivePolicy.maxReceiveCount,
    };
    return [[String(queue.QueueName).replace(/^aid-dev-/, ''), found] as const];
  });
  return Object.fromEntries(consumed);
}

/** The queues of a stage with another quota, without a synthesis for each. */
function queuesOf(settings: Record<string, string> = {}): Record<string, SaturatedQueue> {
  const config = read(settings);
  const queues = Object.entries(templatesOf()).map(([name, queue]): [string, SaturatedQueue] => {
    const { maxConcurrency, maxReceives } = QUEUE_WORKERS[name as WorkQueueName];
    const reserves = config.waitConcurrency > 0;
    return [
      name,
      {
        ...queue,
        maximum: maxConcurrency(config),
        maxReceives: maxReceivesFor(reserves, queue.visibilitySeconds, maxReceives),
      },
    ];
  });
  return Object.fromEntries(queues);
}

const before = (queues: Record<string, SaturatedQueue>) =>
  Object.fromEntries(Object.entries(queues).map(([name, queue]) => [name, { ...queue, ...BEFORE[name] }]));

/** A thousand deliveries to receivers that take as long as an attempt may, which is healthy work. */
const SLOW_DELIVERIES: Record<string, Backlog> = { delivery: { messages: 1000, runSeconds: 10 } };

/** Work for every worker at once. */
const EVERYWHERE = Object.fromEntries(
  Object.keys(BEFORE).map((name): [string, Backlog] => [name, { messages: 200, runSeconds: 2 }]),
);

test('The simulated queues are all of a stage, with the values of its templates', () => {
  expect(Object.keys(templatesOf()).sort()).toEqual(Object.keys(BEFORE).sort());
  for (const settings of [{}, SMALL_ACCOUNT]) expect(queuesOf(settings)).toEqual(templatesOf(settings));
  expect(Object.values(BEFORE).reduce((sum, { maximum }) => sum + maximum, 0)).toBe(117);
});

test('In a new account, a backlog of slow deliveries was received in vain until half of it was dead-lettered, and now each is received once', () => {
  const now = queuesOf();
  const load = { quota: NEW_ACCOUNT, backlogs: SLOW_DELIVERIES, othersAt: () => 0 };
  const old = simulate(before(now), load);
  expect(old.deadLetters).toBeGreaterThanOrEqual(400);
  expect(old.maxReceives).toBe(5);
  expect(simulate(now, load)).toMatchObject({ deadLetters: 0, maxReceives: 1, done: 1000 });
});

test('In a new account, waits that occupy all of it for 45 minutes dead-lettered the work of every queue, and now none is', () => {
  const now = queuesOf();
  const load = {
    quota: NEW_ACCOUNT,
    backlogs: EVERYWHERE,
    othersAt: (second: number) => (second < 45 * 60 ? NEW_ACCOUNT : 0),
  };
  const old = simulate(before(now), load);
  expect(old.deadLetters).toBeGreaterThanOrEqual(600);
  const { deadLetters, done } = simulate(now, load);
  expect([deadLetters, done]).toEqual([0, 1200]);
});

test('In a new account, work for every worker at once exceeds the quota by the least maxima, and none is dead-lettered', () => {
  const now = queuesOf();
  const load = { quota: NEW_ACCOUNT, backlogs: EVERYWHERE, othersAt: () => 2 };
  const old = simulate(before(now), load);
  const { deadLetters, done, maxReceives } = simulate(now, load);
  expect([deadLetters, done]).toEqual([0, 1200]);
  expect(maxReceives).toBeLessThan(5);
  expect(old.throttled).toBeGreaterThan(0);
});

test.each(['50', '100', '400'])(
  'With a quota of %s, a backlog in every queue is received without a throttle while requests have the other half',
  (quota) => {
    const load = { quota: Number(quota), backlogs: EVERYWHERE, othersAt: () => Number(quota) / 2 };
    expect(simulate(queuesOf({ AID_ACCOUNT_CONCURRENCY: quota }), load)).toMatchObject({
      throttled: 0,
      maxReceives: 1,
      done: 1200,
    });
  },
);

test('A stage that reserves concurrency for waits keeps the number of receives that finds a poisonous message soon', () => {
  const receivesOf = (settings: Record<string, string>) =>
    Object.fromEntries(Object.entries(queuesOf(settings)).map(([name, { maxReceives }]) => [name, maxReceives]));
  const few = Object.fromEntries(Object.entries(BEFORE).map(([name, { maxReceives }]) => [name, maxReceives]));
  expect(receivesOf({ AID_ACCOUNT_CONCURRENCY: '1000' })).toEqual(few);
  for (const [name, { maxReceives, visibilitySeconds }] of Object.entries(queuesOf())) {
    expect(maxReceives * visibilitySeconds, name).toBeGreaterThanOrEqual(3600);
  }
});

test.each([
  [{}, 2, 2, 2, 2],
  [{ AID_ACCOUNT_CONCURRENCY: '10' }, 2, 2, 2, 2],
  [{ AID_ACCOUNT_CONCURRENCY: '50' }, 7, 7, 2, 2],
  [{ AID_ACCOUNT_CONCURRENCY: '100' }, 19, 19, 3, 3],
  [{ AID_ACCOUNT_CONCURRENCY: '234' }, 50, 50, 5, 5],
  [{ AID_ACCOUNT_CONCURRENCY: '1000' }, 50, 50, 5, 5],
  [{ AID_ACCOUNT_CONCURRENCY: '100', AID_DELIVERY_CONCURRENCY: '80' }, 80, 19, 3, 3],
  [{ AID_PROFILE: 'local' }, 50, 50, 5, 5],
])(
  'The stage configuration %j runs at most %i, %i, %i and %i batches of its workers at once',
  (environment, ...maxima) => {
    const config = read(environment as Record<string, string>);
    expect([
      config.deliveryConcurrency,
      config.streamConcurrency,
      config.inboundConcurrency,
      config.sendConcurrency,
    ]).toEqual(maxima);
  },
);

test('The workers of queues together have at most half of what is not reserved, from a quota of 24 on', () => {
  for (const quota of [24, 37, 50, 99, 233, 400, 499, 500, 1000, 4000]) {
    for (const rate of ['1', '14', '500', '3000']) {
      const config = read({ AID_ACCOUNT_CONCURRENCY: String(quota), AID_SES_RATE: rate });
      const room = (quota - 3 * config.waitConcurrency) / 2;
      expect(workerConcurrency(config), `${quota} at ${rate}`).toBeLessThanOrEqual(room);
    }
  }
});
