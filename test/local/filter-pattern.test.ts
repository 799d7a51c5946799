import { expect, test } from 'vitest';
import { type Pattern, passes } from '#local/sources/filter-pattern.ts';

const record = { eventName: 'INSERT', count: 5, tags: ['a', 'b'], dynamodb: { Keys: { pk: { S: 'EVENT#org' } } } };

test.each<[string, Pattern, boolean]>([
  ['exact', { eventName: ['INSERT'] }, true],
  ['one of several', { eventName: ['MODIFY', 'INSERT'] }, true],
  ['another value', { eventName: ['REMOVE'] }, false],
  ['prefix deep down', { dynamodb: { Keys: { pk: { S: [{ prefix: 'OUTBOX#' }, { prefix: 'EVENT#' }] } } } }, true],
  ['no such prefix', { dynamodb: { Keys: { pk: { S: [{ prefix: 'ORG#' }] } } } }, false],
  ['all keys must match', { eventName: ['INSERT'], count: [6] }, false],
  ['exists', { count: [{ exists: true }] }, true],
  ['exists not', { nothing: [{ exists: false }] }, true],
  ['absent where something is wanted', { nothing: ['x'] }, false],
  ['anything but', { eventName: [{ 'anything-but': ['REMOVE'] }] }, true],
  ['anything but this prefix', { eventName: [{ 'anything-but': { prefix: 'IN' } }] }, false],
  ['numeric range', { count: [{ numeric: ['>', 4, '<=', 5] }] }, true],
  ['numeric range missed', { count: [{ numeric: ['>', 5] }] }, false],
  ['a list matches by any item', { tags: ['b'] }, true],
  ['or', { $or: [{ count: [9] }, { eventName: ['INSERT'] }] }, true],
])('A filter pattern matches as Lambda matches it: %s', (_name, pattern, expected) => {
  expect(passes(record, [pattern])).toBe(expected);
});

test('Without a filter every record passes, and with several one match is enough', () => {
  expect(passes(record, [])).toBe(true);
  expect(passes(record, [{ eventName: ['X'] }, { count: [5] }])).toBe(true);
});

test('An unknown matcher is an error and not a silent mismatch', () => {
  expect(() => passes(record, [{ eventName: [{ wildcard: 'I*' }] }])).toThrow(/wildcard/);
});
