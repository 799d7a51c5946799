import { expect, test } from 'vitest';
import { resourcesOf, statementsOf, synthesize } from './stage.ts';

const TABLE_ARN = 'arn:aws:dynamodb:eu-central-1:111122223333:table/aid-prod-restored';
const STREAM_ARN = `${TABLE_ARN}/stream/2026-11-22T07:00:00.000`;

const created = synthesize();
const restored = synthesize({ AID_RESTORED_TABLE: STREAM_ARN });

test('A restored table changes no resource of the data stack, which keeps its own table and what it exports', () => {
  const { RestoredTable, ...outputs } = restored.dataTemplate.toJSON().Outputs;
  expect({ ...restored.dataTemplate.toJSON(), Outputs: outputs }).toEqual(created.dataTemplate.toJSON());
  const exported = Object.keys(created.dataTemplate.toJSON().Outputs);
  expect(exported.filter((name) => name.includes('DataTable'))).toHaveLength(3);
});

test('Both stacks name the restored table in their outputs, so that a later deployment can compare', () => {
  for (const template of [restored.dataTemplate, restored.serviceTemplate]) {
    expect(template.toJSON().Outputs.RestoredTable.Value).toBe(STREAM_ARN);
  }
  expect(created.serviceTemplate.toJSON().Outputs).not.toHaveProperty('RestoredTable');
});

test('Every function of a stage with a restored table reads and writes that table, and no other', () => {
  const tables = resourcesOf(restored.serviceTemplate, 'AWS::Lambda::Function').map(
    ([, { Properties }]) => Properties.Environment.Variables.TABLE_NAME,
  );
  expect(tables.length).toBeGreaterThan(0);
  expect(new Set(tables)).toEqual(new Set(['aid-prod-restored']));
  const granted = statementsOf(restored.serviceTemplate)
    .filter(({ actions }) => actions.some((action) => action.startsWith('dynamodb:')))
    .flatMap(({ statement }) => [statement.Resource].flat());
  expect(new Set(granted)).toEqual(new Set([TABLE_ARN, `${TABLE_ARN}/index/due`, STREAM_ARN, '*']));
});

test('The guard of the layout checks a restored table before the stage uses it', () => {
  const [[, guard] = []] = resourcesOf(restored.serviceTemplate, 'Custom::AidLayout');
  expect(guard?.Properties.Table).toBe('aid-prod-restored');
});

test('The relay of a stage with a restored table reads its stream from the beginning', () => {
  const mappings = resourcesOf(restored.serviceTemplate, 'AWS::Lambda::EventSourceMapping').map(
    ([, { Properties }]) => Properties,
  );
  expect(mappings.filter(({ EventSourceArn }) => EventSourceArn === STREAM_ARN)).toEqual([
    expect.objectContaining({ StartingPosition: 'TRIM_HORIZON' }),
  ]);
});

test('A stage with a restored table refers nowhere to the table that it replaces', () => {
  const names = Object.keys(created.dataTemplate.findResources('AWS::DynamoDB::Table'));
  expect(names).toHaveLength(1);
  expect(JSON.stringify(created.serviceTemplate.toJSON())).toContain(names[0]);
  expect(JSON.stringify(restored.serviceTemplate.toJSON())).not.toContain(names[0]);
});
