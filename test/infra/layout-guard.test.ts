import { expect, test } from 'vitest';
import { LAYOUT } from '#shared/domain/stage/layout.ts';
import { unguardedFunctions } from './guarded-functions.ts';
import { resourcesOf, statementsOf, synthesize } from './stage.ts';

const { serviceTemplate } = synthesize();

test('CloudFormation changes no function but the guard before the guard has agreed', () => {
  expect(unguardedFunctions(serviceTemplate)).toEqual(['worker-layout-guard']);
});

test('The guard gets the layouts of the release as texts, and the table in use, so that another table is checked too', () => {
  const [[, guard] = []] = resourcesOf(serviceTemplate, 'Custom::AidLayout');
  const { ServiceToken, Table, ...rest } = guard?.Properties ?? {};
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
