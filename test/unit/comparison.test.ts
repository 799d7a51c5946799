import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { idleLines, totalOf } from '#scripts/cost/bill.ts';
import { stageCost } from '#scripts/cost/comparison.ts';
import { MONTHS, type Month, OTHER_SERVICES } from '#scripts/cost/other-services.ts';
import { LIST_PRICES } from '#scripts/cost/prices.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PAGE = readFileSync(join(ROOT, 'docs', 'comparison.md'), 'utf8');
const DAY = /^20\d\d-\d\d-\d\d$/;

const [small, middle, large] = MONTHS as [Month, Month, Month];
const cellsOf = (name: string, month: Month) =>
  OTHER_SERVICES.find((service) => service.name.startsWith(name))?.cells(month);

test('Every service of the comparison has a section that says where it is better, and sources with the day they were read', () => {
  expect(OTHER_SERVICES).toHaveLength(8);
  for (const { name, sources } of OTHER_SERVICES) {
    expect(PAGE, name).toContain(`### ${name.replace(/ \(.*/, '')}\n`);
    for (const { url, state, read } of sources) {
      expect(new URL(url).protocol, url).toBe('https:');
      expect(read, url).toMatch(DAY);
      expect(state, url).not.toBe('');
    }
  }
  const better = PAGE.split('\n### ').slice(1);
  expect(better.filter((section) => !/\*\*Better\.\*\*/.test(section))).toEqual([]);
});

test('A price is one that its plan publishes, or computed from it', () => {
  expect(cellsOf('AgentMail', small)).toEqual([{ dollars: 20, of: 'Developer' }]);
  // 200 for 150 inboxes and 150,000 emails; 350 inboxes and 350,000 emails more, at 2 each and 2 a thousand.
  expect(cellsOf('AgentMail', middle)).toMatchObject([{ dollars: 1600 }, { none: expect.any(String) }]);
  expect(cellsOf('AgentMail', large)).toMatchObject([{ dollars: 39_600 }, { none: expect.any(String) }]);
  expect(cellsOf('Svix', small)).toMatchObject([{ dollars: 0 }, { dollars: 490 }]);
  const ofSvix = cellsOf('Svix', large)?.map((cell) => ('dollars' in cell ? Math.round(cell.dollars) : cell));
  expect(ofSvix).toEqual([995, 1485]);
  // 5 for the plan, and 2,000 emails above the 3,000 that it includes.
  expect(cellsOf('cf-agent-mail', small)).toMatchObject([{ dollars: expect.closeTo(5.7, 5) }]);
  expect(cellsOf('openagentemail', large)).toEqual([{ none: 'a larger server: not published' }]);
});

test('A service without published figures has none', () => {
  for (const name of ['e2a', 'Inkbox', 'Nylas', 'PlaraMail'])
    for (const month of MONTHS) {
      const cells = cellsOf(name, month) ?? [];
      expect(cells.length, name).toBe(1);
      expect(cells.filter((cell) => 'dollars' in cell)).toEqual([]);
    }
});

test('The cost of AID is that of an idle stage with the emails of the month', () => {
  const idle = {
    alarms: 20,
    dashboards: 1,
    keys: 2,
    keyRotations: 0,
    polledQueues: 6,
    metrics: 4,
    invokedFunctions: [],
  };
  const idleCost = totalOf(idleLines(idle, LIST_PRICES));
  const [ten, hundred, thousand] = MONTHS.map((month) => stageCost(idle, month)) as [number, number, number];
  expect(ten).toBeGreaterThan(idleCost);
  expect(hundred).toBeGreaterThan(ten);
  // What is not proportional to the emails is small: the idle stage, the metrics, the keys of the functions.
  expect((thousand - hundred) / (large.emails - middle.emails)).toBeCloseTo(
    (hundred - ten) / (middle.emails - small.emails),
  );
});
