import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RESOURCE_VARIABLES } from '#shared/contract/environment.ts';
import { JOB_SCHEMAS, QUEUE_URL_VARIABLES, toDeliveryJob } from '#shared/contract/jobs.ts';
import { newDelivery } from '#shared/data/entities/delivery/new-delivery.ts';

const delivery = fc
  .record({
    generation: fc.integer({ min: 1 }),
    attemptCount: fc.nat(),
    leaseId: fc.option(fc.uuid(), { nil: undefined }),
    push: fc.option(fc.record({ taskId: fc.string(), configId: fc.string(), seq: fc.nat() }), { nil: undefined }),
  })
  .map((fields) => ({
    ...newDelivery(
      { id: 'wh_1', organizationId: 'org_1', identityId: null, url: 'https://receiver.test' },
      { id: 'evt_1', type: 'mail.sent' },
      1_700_000_000_000,
    ),
    ...fields,
  }));

test('the job of any delivery survives the way through its queues', () => {
  fc.assert(
    fc.property(delivery, (one) => {
      const job = toDeliveryJob(one);
      const body = JSON.parse(JSON.stringify(job));
      expect(JOB_SCHEMAS.delivery.parse(body)).toEqual(job);
    }),
  );
});

test('the delivery queue carries attempts and events with many endpoints, and a job with a part missing is neither', () => {
  const event = { kind: 'fan_out', organizationId: 'org_1', eventId: 'evt_1' };
  const replay = { ...event, replay: { id: 'box_1', late: { wh_1: 5 } }, requestId: 'r-1' };
  expect(JOB_SCHEMAS.delivery.parse({ ...event, added: true })).toEqual(event);
  expect(JOB_SCHEMAS.delivery.parse(replay)).toEqual(replay);
  expect(JOB_SCHEMAS.delivery.safeParse({ kind: 'fan_out', organizationId: 'org_1' }).success).toBe(false);
  expect(JOB_SCHEMAS.delivery.safeParse({ ...event, kind: 'other' }).success).toBe(false);
});

test('the two jobs of the mail queue are distinguished by their fields, and what a newer release adds is ignored', () => {
  const code = { organizationId: 'org_1', outboxId: 'box_1' };
  const message = { organizationId: 'org_1', identityId: 'agt_1', messageId: 'msg_1' };
  expect(JOB_SCHEMAS['outbound-mail'].parse(code)).toEqual(code);
  expect(JOB_SCHEMAS['outbound-mail'].parse(message)).toEqual(message);
  expect(JOB_SCHEMAS['outbound-mail'].parse({ ...message, requestId: 'r-1', added: true })).toEqual({
    ...message,
    requestId: 'r-1',
  });
  expect(JOB_SCHEMAS['event-streams'].parse({ organizationId: 'org_1', connectionId: 'c', added: 1 })).toEqual({
    organizationId: 'org_1',
    connectionId: 'c',
  });
});

test('each queue has a URL variable of its own, which the infrastructure may set', () => {
  const variables = Object.values(QUEUE_URL_VARIABLES);
  expect(new Set(variables).size).toBe(Object.keys(JOB_SCHEMAS).length);
  for (const variable of variables) expect(RESOURCE_VARIABLES).toHaveProperty(variable);
});
