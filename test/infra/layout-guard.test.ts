import { expect, test } from 'vitest';
import { LOGS_OF_DATA_STACK } from '#lib/constructs/stage-logs.ts';
import { FUNCTION_NAMES } from '#lib/functions.ts';
import { LAYOUT } from '#shared/domain/stage/layout.ts';
import { unguardedFunctions } from './guarded-functions.ts';
import { PRODUCTION, resourcesOf, statementsOf, synthesize } from './stage.ts';

const { serviceTemplate } = synthesize();

test('CloudFormation changes no function but the guard before the guard has agreed', () => {
  expect(unguardedFunctions(serviceTemplate)).toEqual(['worker-layout-guard']);
});

test('The guard gets the layouts of the release as texts, and the table in use, so that another table is checked too', () => {
  const [[, guard] = []] = resourcesOf(serviceTemplate, 'Custom::AidLayout');
  const { ServiceToken, Table, Logs: _, LogRetentionDays: __, ...rest } = guard?.Properties ?? {};
  expect(ServiceToken['Fn::GetAtt'][0]).toMatch(/^LayoutGuardWorkerFunction/);
  expect(rest).toEqual({ Reads: LAYOUT.reads.map(String), Writes: String(LAYOUT.writes), ServiceTimeout: '180' });
  expect(Table).toHaveProperty('Fn::ImportValue');
});

test('The guard may ask for the status of its own stack only', () => {
  const asking = statementsOf(serviceTemplate).filter(({ actions }) =>
    actions.includes('cloudformation:DescribeStacks'),
  );
  expect(asking.map(({ policy }) => policy)).toEqual([expect.stringMatching(/^LayoutGuardWorker/)]);
  expect(asking[0]?.statement.Resource).toEqual({ Ref: 'AWS::StackId' });
});

test('The guard creates the logs that release 0.2.0 does not declare, with the retention of the stage, before anything writes to them', () => {
  const logsOf = (template: typeof serviceTemplate) => {
    const [[, guard] = []] = resourcesOf(template, 'Custom::AidLayout');
    return { names: guard?.Properties.Logs, days: guard?.Properties.LogRetentionDays };
  };
  const added = FUNCTION_NAMES.filter((name) => !LOGS_OF_DATA_STACK.includes(name));
  expect(added).toContain('worker-delivery');
  expect(logsOf(serviceTemplate)).toEqual({ names: added.map((name) => `/aid/dev/${name}`), days: '30' });

  const console = synthesize(PRODUCTION).serviceTemplate;
  expect(logsOf(console).names).toEqual(
    expect.arrayContaining(['/aid/prod/worker-console', '/aid/prod/console-access']),
  );
  const [[guard] = []] = resourcesOf(console, 'Custom::AidLayout');
  const { Resources } = console.toJSON() as { Resources: Record<string, { DependsOn?: string[] }> };
  expect(Object.entries(Resources).find(([id]) => id.startsWith('ConsoleStage'))?.[1].DependsOn).toContain(guard);
});

test('The guard may create logs of its own stage only, may change their retention, and may delete none', () => {
  const onLogs = statementsOf(serviceTemplate).filter(({ actions }) =>
    actions.some((action) => action.startsWith('logs:') && !/:(?:CreateLogStream|PutLogEvents)$/.test(action)),
  );
  expect(onLogs.map(({ policy, actions }) => [policy.replace(/Role.*$/, ''), actions])).toEqual([
    ['LayoutGuardWorker', ['logs:CreateLogGroup', 'logs:PutRetentionPolicy']],
  ]);
  expect(JSON.stringify(onLogs[0]?.statement.Resource)).toMatch(/:log-group:\/aid\/dev\/\*/);
});
