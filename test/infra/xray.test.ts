import { expect, test } from 'vitest';
import { FUNCTION_NAMES } from '#lib/functions.ts';
import { resourcesOf, statementsOf, synthesize, WITH_SETTINGS } from './stage.ts';

const traced = synthesize(WITH_SETTINGS);
const plain = synthesize();

const tracing = ({ serviceTemplate }: typeof plain) =>
  resourcesOf(serviceTemplate, 'AWS::Lambda::Function').map(([, { Properties }]) => Properties.TracingConfig?.Mode);
const api = ({ serviceTemplate }: typeof plain) =>
  resourcesOf(serviceTemplate, 'AWS::ApiGateway::Stage').find(([id]) => id.startsWith('Http'))?.[1].Properties;

test('With the setting, X-Ray traces the API and every function, and the functions may send their traces', () => {
  expect(tracing(traced)).toEqual(FUNCTION_NAMES.map(() => 'Active'));
  expect(api(traced).TracingEnabled).toBe(true);
  const senders = statementsOf(traced.serviceTemplate).filter(({ actions }) =>
    actions.includes('xray:PutTraceSegments'),
  );
  expect(senders).toHaveLength(FUNCTION_NAMES.length);
});

test('Without the setting nothing is traced, and no function may write to X-Ray', () => {
  expect(tracing(plain).filter((mode) => mode !== undefined)).toEqual([]);
  expect(api(plain).TracingEnabled).toBe(false);
  expect(JSON.stringify(plain.serviceTemplate.toJSON())).not.toContain('xray:');
});
