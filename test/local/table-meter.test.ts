import { expect, test } from 'vitest';
import { tableUse } from '#local/functions/table-meter.ts';

const Item = { pk: { S: 'x'.repeat(1500) } };
const use = (operation: string, input: object, outputBytes = 2) =>
  tableUse(operation, JSON.stringify(input), outputBytes);

test('A write costs a unit for each kilobyte of each item, and twice as much in a transaction', () => {
  expect(use('UpdateItem', { TableName: 't', Key: {} })).toEqual({ table: 't', read: 0, write: 1 });
  expect(use('PutItem', { TableName: 't', Item })).toEqual({ table: 't', read: 0, write: 2 });
  const TransactItems = [{ Put: { TableName: 't', Item } }, { Put: { TableName: 't', Item } }];
  expect(use('TransactWriteItems', { TransactItems })).toEqual({ table: 't', read: 0, write: 8 });
  const RequestItems = { t: [{ PutRequest: { Item } }, { PutRequest: { Item } }] };
  expect(use('BatchWriteItem', { RequestItems })).toEqual({ table: 't', read: 0, write: 4 });
});

test('A read costs half a unit for each four kilobytes of its output, and a whole one if it is consistent', () => {
  expect(use('GetItem', { TableName: 't', Key: {} })).toEqual({ table: 't', read: 0.5, write: 0 });
  expect(use('GetItem', { TableName: 't', Key: {}, ConsistentRead: true })).toMatchObject({ read: 1 });
  expect(use('Query', { TableName: 't' }, 10_000)).toMatchObject({ read: 1.5 });
  expect(use('BatchGetItem', { RequestItems: { t: { Keys: [{}] } } }, 100)).toMatchObject({ table: 't', read: 0.5 });
  expect(use('TransactGetItems', { TransactItems: [{ Get: { TableName: 't' } }] })).toMatchObject({ read: 2 });
});
