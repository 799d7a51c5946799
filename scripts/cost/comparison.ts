import { FUNCTIONS } from '#lib/functions.ts';
import { markdownTable } from '../markdown-table.ts';
import { idleLines, totalOf, useLines } from './bill.ts';
import type { IdleStage } from './idle-stage.ts';
import { type Cell, MONTHS, type Month, OTHER_SERVICES } from './other-services.ts';
import { LIST_PRICES } from './prices.ts';
import { type Item, type MonthlyUse, PER_ITEM, SIZES } from './usage.ts';

const count = (number: number) => number.toLocaleString('en');

/** Whole dollars from a hundred on: the estimates support no more digits. */
function dollars(amount: number): string {
  return amount === 0 ? '0' : amount < 100 ? amount.toFixed(2) : count(Math.round(amount));
}

const textOf = (cell: Cell) => ('none' in cell ? cell.none : `${dollars(cell.dollars)} (${cell.of})`);

/**
 * What a stage costs in a month: idle, and the emails, a delivery for each, one organization that sends, and every
 * function in use.
 */
export function stageCost(idle: IdleStage, { emails }: Month): number {
  const nothing = Object.fromEntries(Object.keys(PER_ITEM).map((item) => [item, 0])) as Record<Item, number>;
  const use: MonthlyUse = {
    ...nothing,
    ...SIZES,
    mailsIn: emails / 2,
    mailsOut: emails / 2,
    deliveries: emails,
    tenants: 1,
    functions: Object.keys(FUNCTIONS).length,
  };
  return totalOf(idleLines(idle, LIST_PRICES)) + totalOf(useLines(use, LIST_PRICES));
}

/** US dollars a month of each service, by sizes. */
export function comparedPrices(idle: IdleStage): string {
  const head = MONTHS.map(({ agents, emails }) => `${count(agents)} agents, ${count(emails)} emails`);
  const aid = MONTHS.map((month) => `${dollars(stageCost(idle, month))} (AWS)`);
  const others = OTHER_SERVICES.map(({ name, cells }) => [
    name,
    ...MONTHS.map((month) => cells(month).map(textOf).join('; ')),
  ]);
  return markdownTable(['', ...head], [['AID', ...aid], ...others]);
}

/** The sources of prices and features, with the days on which they were read. */
export function comparedSources(): string {
  const rows = OTHER_SERVICES.flatMap(({ name, sources }) =>
    sources.map(({ url, state, read }, index) => [index === 0 ? name : '', `<${url}>`, state, read]),
  );
  return markdownTable(['service', 'page', 'state of the page', 'read'], rows);
}
