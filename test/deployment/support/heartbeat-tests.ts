import { CloudWatchLogsClient, FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { GetFunctionConfigurationCommand, InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { expect, test } from 'vitest';
import { FUNCTION_NAMES } from '#lib/functions.ts';
import { WORK_QUEUES } from '#shared/contract/jobs.ts';
import { MINUTE } from '#shared/domain/time/time.ts';
import { eventually } from '../../support/eventually.ts';
import { denials } from './denials.ts';
import type { Account } from './engine.ts';
import { setVariable } from './function-variable.ts';
import { run, STAGE } from './stage.ts';

/** The sweep itself, and the function that runs during deployments. */
const NOT_INVOKED = ['worker-sweep', 'worker-layout-guard'];

/** How a way is listed for operators. */
interface Listed {
  readonly way: string;
  readonly state: string;
  readonly 'worked seconds ago': number;
}

/** The lines that the sweep has logged since a time. */
async function linesSince(account: Account, startTime: number): Promise<string[]> {
  const client = new CloudWatchLogsClient(account.client);
  const logGroupName = `/aid/${STAGE}/worker-sweep`;
  const { events = [] } = await client.send(new FilterLogEventsCommand({ logGroupName, startTime }));
  return events.map(({ message = '' }) => message);
}

/**
 * Declares the tests of the heartbeat of a stage that was deployed by the tests before. The public addresses of the
 * stage lead nowhere from this machine, so the ways that begin there are left out.
 */
export function testHeartbeat(accountOf: () => Account): void {
  const sweep = () =>
    new LambdaClient(accountOf().client).send(new InvokeCommand({ FunctionName: `aid-${STAGE}-worker-sweep` }));

  test('The heartbeat invokes every function, passes through topics and queues, and looks at the account', async () => {
    const expected = [
      ...FUNCTION_NAMES.filter((name) => !NOT_INVOKED.includes(name)),
      ...WORK_QUEUES,
      ...['mail-domain', 'sending', 'alarm-topic'],
    ];
    expect((await sweep()).FunctionError).toBeUndefined();
    const began = Date.now();
    await eventually(async () => {
      expect((await sweep()).FunctionError).toBeUndefined();
      const { code, stdout, output } = await run(accountOf(), ['node', 'scripts/ops.ts', 'ways', '--json']);
      expect(code, output).toBe(0);
      const { rows } = JSON.parse(stdout) as { rows: readonly Listed[] };
      const works = rows.filter(({ state }) => state === 'works').map(({ way }) => way);
      for (const way of expected) expect(works, way).toContain(way);
      // The time of a queue that is new to the sweep begins without a signal. The first one is sent in the next minute.
      const signals = rows.filter(({ way }) => (WORK_QUEUES as readonly string[]).includes(way));
      for (const { way, 'worked seconds ago': seconds } of signals) {
        expect(Date.now() - seconds * 1000, way).toBeGreaterThan(began + MINUTE);
      }
    }, 360_000);
    expect(denials(accountOf())).toEqual([]);
    const actions = new Set(
      accountOf()
        .decisions()
        .map(({ action }) => action),
    );
    for (const action of ['lambda:InvokeFunction', 'sns:Publish', 'sns:GetTopicAttributes', 'ses:GetEmailIdentity']) {
      expect(actions, action).toContain(action);
    }
  });

  test('A function that lacks a setting is a failure of the service at the next run of the sweep, although no one calls it', async () => {
    const account = accountOf();
    const FunctionName = `aid-${STAGE}-http-contacts`;
    const lambda = new LambdaClient(account.client);
    const { Environment } = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
    const since = Date.now();
    await setVariable(account, FunctionName, ['LIMITS', '{']);
    try {
      await sweep();
      await eventually(async () => {
        const lines = await linesSince(account, since);
        const [failure] = lines.filter((line) => line.includes('function does not work'));
        expect(failure).toContain('http-contacts');
        expect(lines.some((line) => line.includes('"WorkerFailures":1'))).toBe(true);
      }, 60_000);
    } finally {
      await setVariable(account, FunctionName, ['LIMITS', Environment?.Variables?.LIMITS ?? '{}']);
    }
    expect(denials(account)).toEqual([]);
  });
}
