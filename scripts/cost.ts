import { globSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { idleLines, type Line, totalOf, useLines } from './cost/bill.ts';
import { idleStageOf } from './cost/idle-stage.ts';
import { PRICES, type Prices } from './cost/prices.ts';
import type { MonthlyUse } from './cost/usage.ts';

/**
 * Estimates the bill of a stage for a month: `npm run cost -- --events 1000000 --mails-in 10000 --mails-out 10000
 * --deliveries 1000000 --followers 10`. It reads the templates of the stage AID_STAGE that `npm run synth` wrote.
 *
 * See: docs/cost.md.
 */
const number = { type: 'string', default: '0' } as const;
const { values } = parseArgs({
  options: {
    events: number,
    'mails-in': number,
    'mails-out': number,
    deliveries: number,
    followers: number,
    'mail-kb': { type: 'string', default: '50' },
    prices: { type: 'string' },
  },
});

function countOf(option: 'events' | 'mails-in' | 'mails-out' | 'deliveries' | 'followers' | 'mail-kb'): number {
  const value = Number(values[option]);
  if (values[option] !== '' && Number.isFinite(value) && value >= 0) return value;
  console.error(`--${option}: expected a number from 0 on, got "${values[option]}"`);
  process.exit(2);
}

function print(title: string, lines: readonly Line[]): void {
  console.log(`${title}\n`);
  for (const { what, dollars } of [...lines, { what: 'together', dollars: totalOf(lines) }]) {
    console.log(`${dollars.toFixed(2).padStart(10)} $  ${what}`);
  }
  console.log('');
}

const stage = process.env.AID_STAGE || 'dev';
const templates = globSync(`cdk.out/aid-${stage}-*.template.json`);
if (templates.length === 0) {
  console.error(`there are no templates of the stage ${stage} in cdk.out: run npm run synth first`);
  process.exit(1);
}
const replaced: Partial<Prices> = values.prices === undefined ? {} : JSON.parse(readFileSync(values.prices, 'utf8'));
const prices: Prices = { ...PRICES, ...replaced };
const use: MonthlyUse = {
  events: countOf('events'),
  mailsIn: countOf('mails-in'),
  mailsOut: countOf('mails-out'),
  deliveries: countOf('deliveries'),
  followers: countOf('followers'),
  mailKb: countOf('mail-kb'),
};
const idle = idleLines(idleStageOf(templates.map((file) => JSON.parse(readFileSync(file, 'utf8')))), prices);
const used = useLines(use, prices);
print('Idle, in a month', idle);
print('Used, in a month', used);
console.log(`${(totalOf(idle) + totalOf(used)).toFixed(2).padStart(10)} $  in all, in a month`);
