import { SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AwsEndpoint, type Services, startAwsEndpoint } from '#local/emulators/aws-endpoint.ts';
import type { DeployedStage } from '#scripts/ops/deployed-stage.ts';
import { ops, stageWith } from '../support/ops-harness.ts';
import { definition, openQueues } from './support/memory-queue.ts';

const dead = definition('aid-prod-delivery-dead-letters');
const signals = definition('aid-prod-relay-failures');
const jobs = definition('aid-prod-delivery', { redrive: { deadLetterArn: dead.arn, maxReceiveCount: 5 } });
const DELIVERY = { organizationId: 'org_1', deliveryId: 'dlv_1', webhookId: 'whk_1', generation: 1, attempt: 0 };
const NOTIFICATION = {
  notificationType: 'Received',
  mail: { messageId: 'ses-1', source: 'ada@example.com', commonHeaders: { subject: 'Confidential' } },
  receipt: { action: { type: 'S3', objectKey: 'inbound/ses-1' } },
};

let endpoint: AwsEndpoint;
let opened: ReturnType<typeof openQueues>;
let stage: DeployedStage;

beforeAll(async () => {
  endpoint = await startAwsEndpoint('test');
});

afterAll(() => endpoint.close());

beforeEach(() => {
  opened = openQueues([dead, signals, jobs]);
  // Only queues are called here.
  endpoint.open({ queues: opened.queues, access: undefined } as unknown as Services);
  const sqs = new SQSClient({
    endpoint: endpoint.url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  // A command waits a second for messages before it takes a queue for empty. These queues are in this process.
  const unwaited = <Input extends object>(input: Input) =>
    'WaitTimeSeconds' in input ? { ...input, WaitTimeSeconds: 0 } : input;
  sqs.middlewareStack.add((next) => (call) => next({ ...call, input: unwaited(call.input) }), { step: 'initialize' });
  stage = stageWith({
    sqs,
    queueUrls: [dead, signals, jobs].map(({ name }) => `${endpoint.url}/000000000000/${name}`),
  });
});

const counts = ({ name }: { name: string }) => opened.queue(name).counts;
const bodies = ({ name }: { name: string }) =>
  opened
    .queue(name)
    .receive({ max: 100 })
    .map(({ body }) => body);

describe('ops queues', () => {
  test('The list shows every queue of the stack, and which queue of jobs a failure belongs to', async () => {
    opened.queue(dead.name).send([{ body: JSON.stringify(DELIVERY) }]);
    const { code, out } = await ops(stage, 'queues', '--json');
    expect(code).toBe(0);
    const { rows, notes } = JSON.parse(out);
    expect(rows).toEqual([
      { queue: jobs.name, kind: 'jobs', ready: 0, 'in flight': 0, delayed: 0, 'failures of': null },
      { queue: dead.name, kind: 'failures', ready: 1, 'in flight': 0, delayed: 0, 'failures of': jobs.name },
      { queue: signals.name, kind: 'failures', ready: 0, 'in flight': 0, delayed: 0, 'failures of': null },
    ]);
    expect(notes).toEqual([`failures wait in ${dead.name}: npm run ops -- inspect ${dead.name}`]);
  });
});

describe('ops inspect', () => {
  test('Every message is shown once and is visible again at once', async () => {
    opened.queue(dead.name).send(Array.from({ length: 25 }, () => ({ body: JSON.stringify(DELIVERY) })));
    const { out } = await ops(stage, 'inspect', 'delivery-dead-letters', '--json');
    const { rows } = JSON.parse(out);
    expect(new Set(rows.map(({ message }: { message: string }) => message)).size).toBe(25);
    expect(counts(dead)).toEqual({ ready: 25, inFlight: 0, delayed: 0 });
  });

  test('No content of an email is shown', async () => {
    opened.queue(dead.name).send([{ body: JSON.stringify(NOTIFICATION) }, { body: 'Confidential, and no JSON' }]);
    for (const mode of [[], ['--json']]) {
      const { out } = await ops(stage, 'inspect', dead.name, ...mode);
      expect(out).toContain('messageId=ses-1 objectKey=inbound/ses-1');
      expect(out).toContain('not a message of this service');
      expect(out).not.toMatch(/Confidential|ada@example\.com/);
    }
  });

  test('A message cannot write over the terminal of the operator', async () => {
    opened.queue(signals.name).send([{ body: JSON.stringify({ pk: 'EVENT#org_1', error: '\u001b[2Jgone\r\n' }) }]);
    const { out } = await ops(stage, 'inspect', signals.name);
    expect(out).toContain('pk=EVENT#org_1 error= [2Jgone');
    expect(out).not.toContain('\u001b');
  });

  test('A queue of jobs is refused, because a read counts as a failed attempt of its jobs', async () => {
    opened.queue(jobs.name).send([{ body: JSON.stringify(DELIVERY) }]);
    for (const command of ['inspect', 'redrive', 'discard']) {
      const { code, error } = await ops(stage, command, 'delivery');
      expect(code).toBe(1);
      expect(error).toContain(`${jobs.name} is a queue of jobs`);
    }
    expect(opened.queue(jobs.name).receive({ max: 1 })).toEqual([expect.objectContaining({ receiveCount: 1 })]);
  });

  test.each(['0', 'ten', '-1'])('The limit %s is refused with exit code 2', async (limit) => {
    const { code, error } = await ops(stage, 'inspect', dead.name, `--limit=${limit}`);
    expect([code, error]).toEqual([
      2,
      expect.stringContaining(`--limit: expected a whole number from 1 to 100000, got ${limit}`),
    ]);
  });

  test('A wrong name is refused with the names of the failure queues', async () => {
    const { code, error } = await ops(stage, 'inspect', 'nothing');
    expect(code).toBe(1);
    expect(error).toBe(
      `ops inspect: no queue nothing in stage prod; the failure queues are ${dead.name}, ${signals.name}`,
    );
  });
});

describe('ops redrive', () => {
  test('Without --yes nothing is moved, and the output says what would be', async () => {
    opened.queue(dead.name).send([{ body: JSON.stringify(DELIVERY) }]);
    const { code, out } = await ops(stage, 'redrive', dead.name);
    expect(code).toBe(0);
    expect(out).toContain(`1 message of ${dead.name} would be sent to ${jobs.name}`);
    expect(out).toMatch(/nothing was changed; --yes does it$/);
    expect([counts(dead).ready, counts(jobs).ready]).toEqual([1, 0]);
  });

  test('Every message is moved with its body, attributes and group', async () => {
    const bodiesSent = Array.from({ length: 23 }, (_, attempt) => JSON.stringify({ ...DELIVERY, attempt }));
    const attributes = { trace: { DataType: 'String', StringValue: 'one' } };
    opened.queue(dead.name).send(bodiesSent.map((body) => ({ body, group: 'whk_1', attributes })));
    const { code, out } = await ops(stage, 'redrive', dead.name, '--yes');
    expect([code, out]).toEqual([0, expect.stringMatching(/23 messages .* sent to aid-prod-delivery$/)]);
    expect(counts(dead)).toEqual({ ready: 0, inFlight: 0, delayed: 0 });
    const moved = opened.queue(jobs.name).receive({ max: 100 });
    expect(moved.map(({ body }) => body).sort()).toEqual(bodiesSent.sort());
    expect(moved.every(({ group }) => group === 'whk_1')).toBe(true);
    expect(moved.every((message) => message.attributes?.trace?.StringValue === 'one')).toBe(true);
  });

  test('One message is moved by its id, and the others stay visible', async () => {
    const [, second] = opened
      .queue(dead.name)
      .send(Array.from({ length: 12 }, (_, attempt) => ({ body: JSON.stringify({ ...DELIVERY, attempt }) })));
    const { code } = await ops(stage, 'redrive', dead.name, '--message', second?.id ?? '', '--yes');
    expect(code).toBe(0);
    expect(counts(dead)).toEqual({ ready: 11, inFlight: 0, delayed: 0 });
    expect(bodies(jobs)).toEqual([second?.body]);
    const missing = await ops(stage, 'redrive', dead.name, '--message', 'none', '--yes');
    expect(missing.code).toBe(1);
    expect(missing.error).toContain('shows no message none');
    expect(counts(dead).ready).toBe(11);
  });

  test('A limit is kept', async () => {
    opened.queue(dead.name).send(Array.from({ length: 15 }, () => ({ body: JSON.stringify(DELIVERY) })));
    await ops(stage, 'redrive', dead.name, '--limit', '12', '--yes');
    expect([counts(dead), counts(jobs).ready]).toEqual([{ ready: 3, inFlight: 0, delayed: 0 }, 12]);
  });

  test('A job that fails again at once is sent once, and the others are sent all the same', async () => {
    opened.queue(dead.name).send(Array.from({ length: 15 }, () => ({ body: JSON.stringify(DELIVERY) })));
    const worker = setInterval(() => {
      for (let failures = 0; failures < 6; failures++) {
        for (const { receipt } of opened.queue(jobs.name).receive({ max: 10 }))
          opened.queue(jobs.name).changeVisibility(receipt ?? '', 0);
      }
    }, 1);
    try {
      const { out } = await ops(stage, 'redrive', dead.name, '--yes', '--json');
      expect(JSON.parse(out).rows).toHaveLength(15);
    } finally {
      clearInterval(worker);
    }
    expect(counts(dead).ready + counts(jobs).ready).toBe(15);
  });

  test('If a message cannot be sent, it and all others stay in the dead-letter queue', async () => {
    opened.queue(dead.name).send([{ body: JSON.stringify(DELIVERY) }, { body: JSON.stringify(DELIVERY) }]);
    const [full] = [jobs].map((one) => opened.queue(one.name));
    Object.assign(full as object, { definition: { ...jobs, maximumMessageBytes: 1 } });
    const { code, error } = await ops(stage, 'redrive', dead.name, '--yes');
    expect(code).toBe(1);
    expect(error).toContain('longer than 1 bytes');
    expect(counts(dead)).toEqual({ ready: 2, inFlight: 0, delayed: 0 });
  });

  test('The failures of the relay are not redriven, and the error names the command that relays them', async () => {
    const { code, error } = await ops(stage, 'redrive', 'relay-failures', '--yes');
    expect(code).toBe(1);
    expect(error).toContain('npm run relay:missing');
  });
});

describe('ops discard', () => {
  test('Signals are deleted with --yes only', async () => {
    opened.queue(signals.name).send([{ body: JSON.stringify({ pk: 'EVENT#org_1', sk: 'evt_1', error: 'x' }) }]);
    const dry = await ops(stage, 'discard', signals.name);
    expect(dry.out).toContain('1 message of aid-prod-relay-failures would be deleted');
    expect(counts(signals).ready).toBe(1);
    await ops(stage, 'discard', signals.name, '--yes');
    expect(counts(signals)).toEqual({ ready: 0, inFlight: 0, delayed: 0 });
  });

  test('A dry run warns that jobs would never be done', async () => {
    opened.queue(dead.name).send([{ body: JSON.stringify(DELIVERY) }]);
    const { out } = await ops(stage, 'discard', dead.name);
    expect(out).toContain('each is a job of aid-prod-delivery, which would never be done');
  });
});
