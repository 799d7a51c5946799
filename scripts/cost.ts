import { globSync, readFileSync } from 'node:fs';
import { failUsage, orFail, readCommandLine } from '#testing/command-line.ts';
import { idleLines, type Line, totalOf, useLines } from './cost/bill.ts';
import { idleStageOf } from './cost/idle-stage.ts';
import { pricesWith } from './cost/prices.ts';
import { type Item, type MonthlyUse, PER_ITEM, SIZES } from './cost/usage.ts';
import { stageNameIn } from './stage/stage-name.ts';

/**
 * Estimates the bill of a stage for a month: `npm run cost -- --events 1000000 --mails-in 10000 --streams 20`. It reads
 * the templates of the stage AID_STAGE that `npm run synth` wrote.
 *
 * See: docs/cost.md.
 */
const nameOf = (key: string) => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const flagOf = (key: string) => `--${nameOf(key)} <n>`;
const defaults = { ...Object.fromEntries(Object.keys(PER_ITEM).map((item) => [item, 0])), ...SIZES } as MonthlyUse;
const numbers = Object.keys(defaults) as (Item | keyof typeof SIZES)[];
const { values } = readCommandLine({
  name: 'cost',
  usage: `npm run cost -- [options]

Estimates the bill of the stage AID_STAGE for a month, from the templates in cdk.out, which npm run synth writes.

How many a month: ${Object.keys(PER_ITEM).map(flagOf).join(', ')}
Kilobytes of each: ${Object.keys(SIZES).map(flagOf).join(', ')}
--prices <file>     a JSON file with prices that replace those of us-east-1`,
  options: Object.fromEntries([...numbers.map(nameOf), 'prices'].map((name) => [name, { type: 'string' as const }])),
});

function numberOf(key: keyof MonthlyUse): number {
  const given = values[nameOf(key)];
  if (given === undefined) return defaults[key];
  const value = Number(given);
  if (given !== '' && Number.isFinite(value) && value >= 0) return value;
  return failUsage('cost', `--${nameOf(key)}: expected a number from 0, got "${given}"`);
}

function print(title: string, lines: readonly Line[]): void {
  console.log(`${title}\n`);
  for (const { what, dollars } of [...lines, { what: 'together', dollars: totalOf(lines) }]) {
    console.log(`${dollars.toFixed(2).padStart(10)} $  ${what}`);
  }
  console.log('');
}

const use = Object.fromEntries(numbers.map((key) => [key, numberOf(key)])) as unknown as MonthlyUse;
const stage = orFail('cost', () => stageNameIn(process.env));
const templates = globSync(`cdk.out/aid-${stage}-*.template.json`);
if (templates.length === 0) {
  console.error(`there are no templates of the stage ${stage} in cdk.out: run npm run synth first`);
  process.exit(1);
}
const { prices: priceFile } = values;
const prices = orFail('cost', () =>
  pricesWith(priceFile === undefined ? {} : JSON.parse(readFileSync(String(priceFile), 'utf8'))),
);
const idle = idleLines(idleStageOf(templates.map((file) => JSON.parse(readFileSync(file, 'utf8')))), prices);
const used = useLines(use, prices);
print('Idle, in a month', idle);
print('Used, in a month', used);
console.log(`${(totalOf(idle) + totalOf(used)).toFixed(2).padStart(10)} $  in all, in a month`);
