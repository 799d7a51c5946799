import { describe, expect, test } from 'vitest';
import { LOGS_OF_DATA_STACK } from '#lib/constructs/stage-logs.ts';
import { FUNCTION_NAMES } from '#lib/functions.ts';
import { MAX_COMMIT_MS } from '#shared/domain/log/log-order.ts';
import { MINUTE, SECOND } from '#shared/domain/time/time.ts';
import { LARGE_ACCOUNT, logsOf, resourcesOf, SMALL_ACCOUNT, synthesize, targetOf, WITH_SETTINGS } from './stage.ts';

const { dataTemplate, serviceTemplate } = synthesize(WITH_SETTINGS);
const logs = logsOf({ dataTemplate, serviceTemplate });
const functions = resourcesOf(serviceTemplate, 'AWS::Lambda::Function');
const queues = resourcesOf(serviceTemplate, 'AWS::SQS::Queue');
const mappings = resourcesOf(serviceTemplate, 'AWS::Lambda::EventSourceMapping').map(([, one]) => one.Properties);
const mappingOf = (prefix: string) => mappings.find((one) => targetOf(one.FunctionName)?.startsWith(prefix));
const queueOf = (name: string) => queues.find(([, { Properties }]) => Properties.QueueName === name)?.[1].Properties;

describe('each function', () => {
  test('The deployed functions are exactly those of the function table', () => {
    const names = functions.map(([, { Properties }]) => Properties.FunctionName);
    expect(names.sort()).toEqual(FUNCTION_NAMES.map((name) => `aid-dev-${name}`).sort());
  });

  test.each(functions)('%s runs on nodejs24.x and arm64 and keeps its log for a limited time', (_, { Properties }) => {
    expect(Properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'], Handler: 'index.handler' });
    expect(logs.get(Properties.LoggingConfig.LogGroup)).toBe(30);
  });

  test('All logs outlive the service stack, which can be deployed again: none of a fixed name is in that stack', () => {
    const [execution, ...others] = resourcesOf(serviceTemplate, 'AWS::Logs::LogGroup').map(([, one]) => one);
    expect(others).toEqual([]);
    // Its name has the id of the API, so that a new stack has another one.
    expect(JSON.stringify(execution?.Properties.LogGroupName)).toMatch(
      /API-Gateway-Execution-Logs_",\{"Ref":".*"\/dev"/,
    );
    expect([execution?.Properties.RetentionInDays, execution?.DeletionPolicy]).toEqual([30, 'Retain']);
    const names = new Set([...FUNCTION_NAMES, ...LOGS_OF_DATA_STACK, 'api-access', 'socket-access']);
    expect([...logs.keys()].sort()).toEqual([...names].map((name) => `/aid/dev/${name}`).sort());
  });

  test('The stack of the data declares the logs of release 0.2.0 and no others, so that a rollback to it deletes none', () => {
    const declared = resourcesOf(dataTemplate, 'AWS::Logs::LogGroup').map(([, one]) => one.Properties.LogGroupName);
    expect(declared).toEqual(LOGS_OF_DATA_STACK.map((name) => `/aid/dev/${name}`));
    expect(declared).toHaveLength(32);
  });

  test('Every function ends long before readers of the log take its commits for dead', () => {
    const timeouts = functions.map(([, { Properties }]) => Properties.Timeout * SECOND);
    expect(timeouts.length).toBeGreaterThan(0);
    expect(Math.max(...timeouts)).toBeLessThanOrEqual(MAX_COMMIT_MS - MINUTE);
  });

  test('No function may call loopback receivers on AWS', () => {
    const allowed = functions.filter(
      ([, { Properties }]) => 'ALLOW_LOOPBACK_RECEIVERS' in Properties.Environment.Variables,
    );
    expect(allowed).toEqual([]);
  });
});

describe('the relay', () => {
  const mapping = mappingOf('RelayWorker');

  test('The relay gets new events and new outbox entries only', () => {
    expect(mapping.FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) => JSON.parse(Pattern))).toEqual([
      {
        eventName: ['INSERT'],
        dynamodb: { Keys: { pk: { S: [{ prefix: 'EVENT#' }, { prefix: 'OUTBOX#' }] } } },
      },
    ]);
  });

  test('The relay isolates a record that fails, retries it for as long as the stream keeps it and reports it', () => {
    expect(mapping).toMatchObject({
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      BisectBatchOnFunctionError: true,
      MaximumRecordAgeInSeconds: 24 * 3600,
      StartingPosition: 'TRIM_HORIZON',
    });
    expect(targetOf(mapping.DestinationConfig.OnFailure.Destination)).toMatch(/^RelayFailures/);
    expect(mapping.MaximumBatchingWindowInSeconds).toBeUndefined();
    // Absent means without a maximum.
    expect(mapping.MaximumRetryAttempts).toBeUndefined();
  });
});

test.each([
  [{}, 1],
  [SMALL_ACCOUNT, 4],
  [WITH_SETTINGS, 10],
  [LARGE_ACCOUNT, 10],
])('With the quota of %j the relay processes %i batches of a shard at once', (settings, batches) => {
  const { serviceTemplate: template } = synthesize(settings);
  const mappings = resourcesOf(template, 'AWS::Lambda::EventSourceMapping').map(([, { Properties }]) => Properties);
  expect(mappings.map((one) => one.ParallelizationFactor).filter((factor) => factor !== undefined)).toEqual([batches]);
});

describe('each queue', () => {
  test.each(queues)('The queue %s is encrypted', (_, { Properties }) => {
    expect(Properties.SqsManagedSseEnabled).toBe(true);
  });

  test('Every queue rejects plain HTTP', () => {
    const closed = resourcesOf(serviceTemplate, 'AWS::SQS::QueuePolicy').flatMap(([, { Properties }]) =>
      Properties.PolicyDocument.Statement.some((one: { Effect: string }) => one.Effect === 'Deny')
        ? Properties.Queues.map(targetOf)
        : [],
    );
    expect(closed.sort()).toEqual(queues.map(([id]) => id).sort());
  });

  test('Every queue with a consumer reports failures per message and has a dead-letter queue', () => {
    for (const mapping of mappings.filter((one) => targetOf(one.EventSourceArn) !== undefined)) {
      expect(mapping.FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
      const queue = queues.find(([id]) => id === targetOf(mapping.EventSourceArn))?.[1].Properties;
      expect(queue.RedrivePolicy.maxReceiveCount).toBe(queue.QueueName === 'aid-dev-mail-status' ? 12 : 5);
      const worker = functions.find(([id]) => id === targetOf(mapping.FunctionName))?.[1].Properties;
      expect(queue.VisibilityTimeout).toBeGreaterThanOrEqual(6 * worker.Timeout);
    }
  });

  test('Dead-letter queues keep messages for 14 days', () => {
    for (const name of [
      'delivery-dead-letters',
      'inbound-mail-dead-letters',
      'outbound-mail-dead-letters',
      'mail-status-dead-letters',
      'domain-checks-dead-letters',
      'relay-failures',
    ]) {
      expect(queueOf(`aid-dev-${name}`).MessageRetentionPeriod, name).toBe(14 * 24 * 3600);
    }
  });
});

describe('deliveries', () => {
  test('Deliveries are attempted in batches of ten, by as many functions as the stage allows', () => {
    expect(mappingOf('DeliveryWorker')).toMatchObject({ BatchSize: 10, ScalingConfig: { MaximumConcurrency: 9 } });
  });

  test('Deliveries use a standard queue with fair message groups', () => {
    expect(queueOf('aid-dev-delivery').FifoQueue).toBeUndefined();
  });

  test('A delivery may be retried more often than Lambda’s recursive loop detection allows', () => {
    const worker = functions.find(([id]) => id.startsWith('DeliveryWorker'))?.[1].Properties;
    expect(worker.RecursiveLoop).toBe('Allow');
  });

  test('Deliveries are swept every minute', () => {
    const rules = resourcesOf(serviceTemplate, 'AWS::Events::Rule').map(([, { Properties }]) => Properties);
    expect(rules.map((rule) => [rule.ScheduleExpression, targetOf(rule.Targets[0].Arn)])).toEqual([
      ['rate(1 minute)', expect.stringMatching(/^SweeperWorker/)],
    ]);
  });
});
