import { CloudFormationClient, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import {
  CloudWatchLogsClient,
  DescribeLogGroupsCommand,
  GetQueryResultsCommand,
  StartQueryCommand,
  type StartQueryCommandInput,
} from '@aws-sdk/client-cloudwatch-logs';
import {
  DeleteSuppressedDestinationCommand,
  GetSuppressedDestinationCommand,
  SESv2Client,
} from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { COMMANDS } from '#scripts/ops/commands.ts';
import { openStage } from '#scripts/ops/deployed-stage.ts';
import { ops, stageWith } from '../support/ops-harness.ts';

const stacks = mockClient(CloudFormationClient);
const logs = mockClient(CloudWatchLogsClient);
const ses = mockClient(SESv2Client);

beforeEach(() => {
  for (const mock of [stacks, logs, ses]) mock.reset();
  vi.stubEnv('AWS_REGION', 'eu-central-1');
});

afterAll(() => {
  for (const mock of [stacks, logs, ses]) mock.restore();
});

const named = (name: string, message = name) => Object.assign(new Error(message), { name });
const LOGS = ['/aid/prod/http-mail', '/aid/prod/api-access'];
const stage = stageWith({ logGroups: async () => LOGS });

describe('the usage', () => {
  test.each([[[]], [['--help']]])('npm run ops %s lists every command in one line', async (argv) => {
    const { code, out } = await ops(undefined, ...argv);
    expect(code).toBe(0);
    for (const { name, summary } of COMMANDS) {
      expect(out.split('\n')).toContainEqual(expect.stringMatching(new RegExp(`^  ${name}\\b.* {2}${summary}$`)));
    }
  });

  test.each(COMMANDS.map(({ name }) => name))('%s --help shows its options without asking AWS', async (name) => {
    const { code, out } = await ops(undefined, name, '--help');
    expect(code).toBe(0);
    expect(out).toContain('--stage <name>');
    expect(out.includes('--yes')).toBe(COMMANDS.find((one) => one.name === name)?.changes);
  });

  test.each([
    ['an unknown command', ['dance'], 'no such command: dance'],
    ['an unknown option', ['queues', '--loud'], "Unknown option '--loud'"],
    ['a missing argument', ['inspect'], 'expected <queue>, got 0 arguments'],
    ['--yes where nothing is changed', ['queues', '--yes'], "Unknown option '--yes'"],
    ['a stage that cannot be one', ['queues', '--stage', 'x/y'], '--stage: not the name of a stage: x/y'],
    ['an id with a pattern', ['find', 'a|b/.*'], 'not an id'],
    ['a range that ends before it begins', ['find', 'request-1', '--from', '2030-01-01'], 'a later time than --from'],
    ['an address that is none', ['unsuppress', 'ada'], 'not an email address: ada'],
  ])('%s is refused with exit code 2 before anything is done', async (_, argv, message) => {
    const { code, error } = await ops(stage, ...argv);
    expect(code).toBe(2);
    expect(error).toContain(message);
  });
});

describe('the stage', () => {
  test('Queues are those of the stack of the service, and logs also those that begin with the name of the stage', async () => {
    stacks
      .on(ListStackResourcesCommand, { StackName: 'aid-prod-service', NextToken: undefined })
      .resolves({
        StackResourceSummaries: [
          { ...resource('AWS::SQS::Queue', 'https://sqs/1/gone'), ResourceStatus: 'DELETE_COMPLETE' },
          resource('AWS::Lambda::Function', 'aid-prod-worker-relay'),
        ],
        NextToken: 'more',
      })
      .on(ListStackResourcesCommand, { StackName: 'aid-prod-service', NextToken: 'more' })
      .resolves({
        StackResourceSummaries: [
          resource('AWS::SQS::Queue', 'https://sqs/1/aid-prod-delivery'),
          resource('AWS::Logs::LogGroup', 'API-Gateway-Execution-Logs_a1/prod'),
        ],
      });
    const prefix = { logGroupNamePrefix: '/aid/prod/' };
    logs
      .on(DescribeLogGroupsCommand, prefix)
      .resolves({ logGroups: [{ logGroupName: '/aid/prod/worker-relay' }], nextToken: 'more' })
      .on(DescribeLogGroupsCommand, { ...prefix, nextToken: 'more' })
      .resolves({ logGroups: [{ logGroupName: '/aid/prod/worker-delivery' }] });
    const prod = await openStage('prod');
    expect(prod.queueUrls).toEqual(['https://sqs/1/aid-prod-delivery']);
    expect(await prod.logGroups()).toEqual([
      'API-Gateway-Execution-Logs_a1/prod',
      '/aid/prod/worker-relay',
      '/aid/prod/worker-delivery',
    ]);
  });

  test('A stage that is not deployed is named with its region', async () => {
    stacks.on(ListStackResourcesCommand).rejects(named('ValidationError', 'Stack with id … does not exist'));
    expect(await ops(undefined, 'queues', '--stage', 'none')).toEqual({
      code: 1,
      out: '',
      error: 'ops queues: no stage none is deployed in eu-central-1: it has no stack aid-none-service',
    });
  });

  test.each([
    ['AccessDenied', 'the credentials lack a permission: not authorized'],
    ['CredentialsProviderError', 'no valid credentials of the account are in the environment: not authorized'],
    ['ThrottlingException', 'ThrottlingException: not authorized'],
  ])('The error %s is one line', async (name, line) => {
    stacks.on(ListStackResourcesCommand).rejects(named(name, 'not authorized'));
    expect(await ops(undefined, 'queues')).toEqual({ code: 1, out: '', error: `ops queues: ${line}` });
  });
});

describe('ops find', () => {
  const queries = () => logs.commandCalls(StartQueryCommand).map(({ args }) => args[0].input as StartQueryCommandInput);
  const DELIVERY = 'dlv_01M7YKTVVJ2AFKNEW6HZDFK2Q1';

  test('It prints the lines of all logs in order, and those about what they name', async () => {
    logs.on(StartQueryCommand).resolvesOnce({ queryId: 'first' }).resolvesOnce({ queryId: 'second' });
    logs
      .on(GetQueryResultsCommand, { queryId: 'first' })
      .resolvesOnce({ status: 'Running' })
      .resolves({
        status: 'Complete',
        results: [
          line('2026-11-22 10:00:00.200', 'http-events', {
            level: 'ERROR',
            message: 'request failed',
            request_id: 'request-1',
            delivery_id: DELIVERY,
            error: { name: 'Error', message: 'no table', stack: 'Error: no table\n at x' },
          }),
          line('2026-11-22 10:00:00.100', 'api-access', { request_id: 'request-1', status: '500' }),
        ],
      });
    logs.on(GetQueryResultsCommand, { queryId: 'second' }).resolves({
      status: 'Complete',
      results: [
        line('2026-11-22 10:00:01.000', 'worker-delivery', {
          level: 'WARN',
          message: 'delivery exhausted',
          delivery_id: DELIVERY,
        }),
      ],
    });
    const { code, out } = await ops(stage, 'find', 'request-1', '--json', '--from', '2026-11-22', '--to', '2026-11-23');
    expect(code).toBe(0);
    expect(JSON.parse(out).rows.map(({ log, text }: { log: string; text: string }) => [log, text])).toEqual([
      ['api-access', 'request_id=request-1 status=500'],
      ['http-events', `request failed request_id=request-1 delivery_id=${DELIVERY} error=Error: no table`],
      ['worker-delivery', `delivery exhausted delivery_id=${DELIVERY}`],
    ]);
    const asked = queries();
    expect(asked.map(({ queryString }) => /like (\S+)/.exec(queryString ?? '')?.[1])).toEqual([
      '/request-1/',
      `/${DELIVERY}/`,
    ]);
    expect(asked[0]).toMatchObject({
      logGroupNames: LOGS,
      startTime: Date.parse('2026-11-22') / 1000,
      endTime: Date.parse('2026-11-23') / 1000,
    });
  });

  test('What a recovery did is found too, and ids that were not searched are counted', async () => {
    const recovery = 'rec_01M7YKTVVJ2AFKNEW6HZDFK2Q1';
    const jobs = Array.from({ length: 60 }, (_, at) => `dlv_01M7YKTVVJ2AFKNEW6HZDFK2${String(at).padStart(2, '0')}`);
    logs.on(StartQueryCommand).resolvesOnce({ queryId: 'first' }).resolvesOnce({ queryId: 'second' });
    logs.on(GetQueryResultsCommand, { queryId: 'first' }).resolves({
      status: 'Complete',
      results: [line('2026-11-22 10:00:00.000', 'worker-relay', { message: 'relayed', recovery_id: recovery, jobs })],
    });
    logs.on(GetQueryResultsCommand, { queryId: 'second' }).resolves({ status: 'Complete', results: [] });
    const { out } = await ops(stage, 'find', 'request-1');
    expect(out).toContain('11 more ids in these lines were not searched: find one of them, or choose a shorter range');
    const searched = /like \/(\S+)\//.exec(queries()[1]?.queryString ?? '')?.[1]?.split('|') ?? [];
    expect(searched).toHaveLength(50);
    expect(searched).toContain(recovery);
  });

  test('More log groups than a query may have are searched in several queries', async () => {
    logs.on(StartQueryCommand).resolves({ queryId: 'any' });
    logs.on(GetQueryResultsCommand).resolves({ status: 'Complete', results: [] });
    const logGroups = Array.from({ length: 51 }, (_, index) => `/aid/prod/${index}`);
    const { out } = await ops(stageWith({ logGroups: async () => logGroups }), 'find', 'request-1');
    expect(out).toMatch(/^0 lines from /);
    expect(queries().map(({ logGroupNames }) => logGroupNames?.length)).toEqual([50, 1]);
  });

  test('A search that fails is an error with exit code 1', async () => {
    logs.on(StartQueryCommand).resolves({ queryId: 'any' });
    logs.on(GetQueryResultsCommand).resolves({ status: 'Timeout' });
    const { code, error } = await ops(stage, 'find', 'request-1');
    expect(code).toBe(1);
    expect(error).toBe('ops find: the search of the logs ended with Timeout; try a shorter range of time');
  });
});

describe('ops unsuppress', () => {
  test('A dry run shows why the address is suppressed; --yes takes it off', async () => {
    ses.on(GetSuppressedDestinationCommand, { EmailAddress: 'ada@example.com' }).resolves({
      SuppressedDestination: {
        EmailAddress: 'ada@example.com',
        Reason: 'BOUNCE',
        LastUpdateTime: new Date('2026-11-20T08:00:00Z'),
      },
    });
    ses.on(DeleteSuppressedDestinationCommand).resolves({});
    const dry = await ops(stage, 'unsuppress', 'ada@example.com');
    expect(dry.out).toMatch(/account \(SES\) +BOUNCE +2026-11-20T08:00:00\.000Z/);
    expect(dry.out).toContain('ada@example.com would be taken off the list of account (SES)');
    expect(ses.commandCalls(DeleteSuppressedDestinationCommand)).toEqual([]);
    const done = await ops(stage, 'unsuppress', 'ada@example.com', '--yes');
    expect(done.out).toContain('ada@example.com was taken off the list of account (SES)');
    expect(done.out).not.toContain('nothing was changed');
    expect(ses.commandCalls(DeleteSuppressedDestinationCommand)).toHaveLength(1);
  });

  test('An address that is not suppressed is no error, and nothing is deleted', async () => {
    ses.on(GetSuppressedDestinationCommand).rejects(named('NotFoundException'));
    const { code, out } = await ops(stage, 'unsuppress', 'ada@example.com', '--yes');
    expect([code, out.split('\n')[0]]).toEqual([0, 'ada@example.com is not suppressed']);
    expect(ses.commandCalls(DeleteSuppressedDestinationCommand)).toEqual([]);
  });
});

function resource(ResourceType: string, PhysicalResourceId: string) {
  return {
    ResourceType,
    PhysicalResourceId,
    LogicalResourceId: 'x',
    LastUpdatedTimestamp: new Date(0),
    ResourceStatus: 'CREATE_COMPLETE' as const,
  };
}

function line(time: string, log: string, fields: object) {
  return [
    { field: '@timestamp', value: time },
    { field: '@log', value: `111122223333:/aid/prod/${log}` },
    { field: '@message', value: JSON.stringify(fields) },
  ];
}
