import { expect, test } from 'vitest';
import { idleLines, priceOf, totalOf, useLines } from '../../scripts/cost/bill.ts';
import { idleStageOf } from '../../scripts/cost/idle-stage.ts';
import { PRICES } from '../../scripts/cost/prices.ts';
import { unitsOf } from '../../scripts/cost/usage.ts';
import { resourcesOf, synthesize } from './stage.ts';

const { dataTemplate, serviceTemplate } = synthesize({
  AID_ALARM_EMAIL: 'night@example.com',
  AID_ACCOUNT_CONCURRENCY: '1000',
});
const templates = [dataTemplate, serviceTemplate].map((template) => template.toJSON());

test('An idle stage with all of its alarms costs at most five dollars a month', () => {
  const lines = idleLines(idleStageOf(templates), PRICES);
  expect(totalOf(lines)).toBeGreaterThan(2);
  expect(totalOf(lines), JSON.stringify(lines)).toBeLessThanOrEqual(5);
});

test('A stage has no resource of a kind that is charged by the hour', () => {
  const hourly =
    /^AWS::(?:EC2|RDS|ElastiCache|ElasticLoadBalancing\w*|OpenSearchService|MSK|ECS|EKS|NetworkFirewall)::/;
  const types = templates.flatMap(({ Resources }) => Object.values(Resources as object).map(({ Type }) => Type));
  expect(types.filter((type) => hourly.test(type))).toEqual([]);
});

test('The dashboard has at most 50 metrics, so that it is one of those that are free', () => {
  const [[, { Properties }]] = resourcesOf(serviceTemplate, 'AWS::CloudWatch::Dashboard') as [[string, never]];
  const text = JSON.stringify(Properties);
  const searches = [...text.matchAll(/SLICE\(SORT\(SEARCH.*?, 0, (\d+)\)/g)].map(([, shown]) => Number(shown));
  expect(searches).toHaveLength(3);
  const plain = [...text.matchAll(/\[\\+"(?:AWS\/\w+|AID)\\+",/g)].length;
  expect(plain).toBeGreaterThan(20);
  expect(plain + searches.reduce((sum, shown) => sum + shown, 0)).toBeLessThanOrEqual(50);
});

test('The price of use grows with each number, and is nothing without any', () => {
  const none = { events: 0, mailsIn: 0, mailsOut: 0, deliveries: 0, followers: 0, mailKb: 50 };
  expect(totalOf(useLines(none, PRICES))).toBe(0);
  for (const item of ['events', 'mailsIn', 'mailsOut', 'deliveries', 'followers'] as const) {
    const one = totalOf(useLines({ ...none, [item]: 1 }, PRICES));
    expect(one, item).toBeGreaterThan(0);
    expect(totalOf(useLines({ ...none, [item]: 1000 }, PRICES)), item).toBeCloseTo(1000 * one, 5);
  }
});

test('A million events cost the measured units at the price of the table, and the calls that make them', () => {
  const units = unitsOf('events', 1e6, 50);
  expect([units.readUnits, units.writeUnits, units.apiCalls]).toEqual([2.5e6, 8e6, 1e6]);
  const table = 2.5 * PRICES.readUnitsMillion + 8 * PRICES.writeUnitsMillion;
  expect(priceOf(units, PRICES)).toBeGreaterThan(table + PRICES.apiMillion);
});
