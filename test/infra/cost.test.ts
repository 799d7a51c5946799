import { expect, test } from 'vitest';
import { idleLines, totalOf, useLines } from '#scripts/cost/bill.ts';
import { idleStageOf } from '#scripts/cost/idle-stage.ts';
import { metricsOf } from '#scripts/cost/own-metrics.ts';
import { LIST_PRICES, priceOf, pricesWith } from '#scripts/cost/prices.ts';
import { type Item, type MonthlyUse, PER_ITEM, pingsIn, SIZES, streaming, usageOf } from '#scripts/cost/usage.ts';
import { synthesize, WATCHED } from './stage.ts';

const { dataTemplate, serviceTemplate } = synthesize(WATCHED);
const ITEMS = Object.keys(PER_ITEM) as Item[];
const templates = [dataTemplate, serviceTemplate].map((template) => template.toJSON());

test('An idle stage with all of its alarms and every way of the heartbeat costs at most 5.50 dollars a month, also after three years', () => {
  const stage = idleStageOf(templates);
  const lines = idleLines(stage, LIST_PRICES);
  expect(totalOf(lines)).toBeGreaterThan(2);
  expect(totalOf(lines), JSON.stringify(lines)).toBeLessThanOrEqual(5.5);
  expect(stage.invokedFunctions.length).toBeGreaterThan(20);
  const without = idleLines({ ...stage, invokedFunctions: [] }, LIST_PRICES);
  expect(totalOf(lines)).toBeGreaterThan(totalOf(without));
});

test('A key that is rotated yearly costs a dollar a month more after each of its first two years', () => {
  const stageWith = (properties: object) =>
    idleStageOf([{ Resources: { Key: { Type: 'AWS::KMS::Key', Properties: properties } } }]);
  const keys = (properties: object) => {
    const { keys: count, keyRotations } = stageWith(properties);
    return count + keyRotations;
  };
  expect(keys({})).toBe(1);
  expect(keys({ EnableKeyRotation: true })).toBe(3);
  expect(keys({ EnableKeyRotation: true, RotationPeriodInDays: 90 })).toBe(3);
  expect(keys({ EnableKeyRotation: true, RotationPeriodInDays: 1000 })).toBe(2);
  expect(keys({ EnableKeyRotation: true, RotationPeriodInDays: 2560 })).toBe(1);
});

test('A stage has no resource of a kind that is charged by the hour', () => {
  const hourly =
    /^AWS::(?:EC2|RDS|ElastiCache|ElasticLoadBalancing\w*|OpenSearchService|MSK|ECS|EKS|NetworkFirewall)::/;
  const types = templates.flatMap(({ Resources }) => Object.values(Resources as object).map(({ Type }) => Type));
  expect(types.filter((type) => hourly.test(type))).toEqual([]);
});

const none = { ...Object.fromEntries(ITEMS.map((item) => [item, 0])), ...SIZES } as MonthlyUse;

test('The price of use grows with each number, and is nothing without any', () => {
  expect(totalOf(useLines(none, LIST_PRICES))).toBe(0);
  for (const item of ITEMS) {
    const one = totalOf(useLines({ ...none, [item]: 1 }, LIST_PRICES));
    expect(one, item).toBeGreaterThan(0);
    expect(totalOf(useLines({ ...none, [item]: 1000 }, LIST_PRICES)), item).toBeCloseTo(1000 * one, 5);
  }
});

test('The price of what has a size grows with its size', () => {
  for (const [item, size] of [
    ['mailsIn', 'mailKb'],
    ['mailsOut', 'mailKb'],
    ['attachments', 'attachmentKb'],
    ['uploads', 'uploadKb'],
    ['tunnelRequests', 'responseKb'],
  ] as const) {
    const small = priceOf(usageOf(item, 1, { ...SIZES, [size]: 1 }));
    expect(priceOf(usageOf(item, 1, { ...SIZES, [size]: 1000 })), item).toBeGreaterThan(small);
  }
});

test('A follower of the SDKs pings after 2 s, and then after pauses that double up to a minute', () => {
  expect([1, 3, 6, 7, 15, 62, 63, 122, 123].map(pingsIn)).toEqual([0, 1, 1, 2, 3, 4, 5, 5, 6]);
  const withoutSoonerPings = priceOf(PER_ITEM.streams) + 1e5 * priceOf(PER_ITEM.streamEvents);
  expect(priceOf(streaming(1e5))).toBeGreaterThan(withoutSoonerPings);
});

test('A million events cost the measured units at the price of the table, the calls that make them, and the relay', () => {
  const usage = usageOf('events', 1e6, SIZES);
  expect([usage.readUnits, usage.writeUnits, usage.apiCalls, usage.functionCalls]).toEqual([3.5e6, 8e6, 1e6, 2e6]);
  const table = 3.5e6 * LIST_PRICES.readUnits + 8e6 * LIST_PRICES.writeUnits;
  expect(priceOf(usage)).toBeGreaterThan(table + 1e6 * LIST_PRICES.apiCalls);
});

test('A stage with mail and deliveries pays for the own metrics that are not free', () => {
  const lines = useLines({ ...none, mailsIn: 1, mailsOut: 1, deliveries: 1 }, LIST_PRICES);
  const metrics = metricsOf(['idle', 'mailsIn', 'mailsOut', 'deliveries']);
  expect(metrics).toBeGreaterThan(10);
  const free = Math.max(10, metricsOf(['idle']));
  expect(lines.at(-1)).toEqual({ what: `${metrics - free} own metrics`, dollars: (metrics - free) * 0.3 });
});

test('A replaced price counts for as many as the list says, and an unknown name is refused', () => {
  expect(pricesWith({ apiCalls: 3.7 }).apiCalls).toBeCloseTo(3.7e-6, 12);
  expect(pricesWith({ apiCalls: 3.7 }).readUnits).toBe(LIST_PRICES.readUnits);
  expect(() => pricesWith({ apiMillion: 3.7 } as never)).toThrow('apiMillion');
});

test('Each function of an idle stage uses the table before DynamoDB forgets its key, so only the topics ask KMS', () => {
  const line = idleLines(idleStageOf(templates), LIST_PRICES).find(({ what }) => what.includes('KMS'));
  // Two topics, each with two requests in five minutes.
  const requests = 2 * 2 * 12 * 24 * 30;
  expect(line?.what).toContain(requests.toLocaleString('en'));
  expect(line?.dollars).toBeCloseTo((requests - 20_000) * LIST_PRICES.kmsCalls, 8);
});

test('The tenants of a thousand organizations cost as much as an idle stage, as the page says', () => {
  const organizations = totalOf(idleLines(idleStageOf(templates), LIST_PRICES)) / LIST_PRICES.tenants;
  expect(organizations).toBeGreaterThan(900);
  expect(organizations).toBeLessThan(1200);
  expect(totalOf(useLines({ ...none, tenants: 1000 }, LIST_PRICES))).toBeCloseTo(5, 8);
});
