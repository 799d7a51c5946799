import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { hostileMail } from '../test/support/hostile-mail/hostile-mail.ts';
import { RUN_SETTINGS, type RunReport, runHostileMails } from '../test/support/hostile-mail/run.ts';
import { startStack } from '../test/support/stack.ts';

/**
 * `npm run fuzz:mail -- --mails 10000 --seed 7`: sends generated hostile mails through a separate local stack, together
 * with good mails of another organization, and reports the failures. `--index 123` sends only that mail of the seed,
 * `--write mail.eml` also writes it to a file.
 */
const { values } = parseArgs({
  options: {
    mails: { type: 'string', default: '10000' },
    seed: { type: 'string' },
    index: { type: 'string' },
    write: { type: 'string' },
    'read-every': { type: 'string', default: '10' },
  },
});

const seed = number('seed', values.seed ?? String(Math.floor(Math.random() * 2 ** 31)));
const mails = number('mails', values.mails);
const only = values.index === undefined ? undefined : number('index', values.index);
const indices = only === undefined ? Array.from({ length: mails }, (_, index) => index) : [only];

const say = (line: string) => void process.stderr.write(`${line}\n`);

say(`seed ${seed}, ${only === undefined ? `${mails} mails` : `mail ${only}`}`);
if (only !== undefined) {
  const { raw, tricks } = hostileMail(seed, only);
  say(`${raw.length} bytes; ${tricks.join(', ') || 'no tricks'}`);
  if (values.write !== undefined) writeFileSync(values.write, raw);
}

const stack = await startStack(RUN_SETTINGS);
process.once('SIGINT', () => void stack.kill().then(() => process.exit(1)));
try {
  const report = await runHostileMails({
    baseUrl: stack.baseUrl,
    smtpPort: stack.smtpPort,
    seed,
    indices,
    goodEveryMs: 500,
    maxGoodMs: 5_000,
    readEvery: number('read-every', values['read-every']),
    say,
  });
  const errors = stack.errors().trim();
  print(report, errors);
  process.exitCode = report.defects.length === 0 && errors === '' ? 0 : 1;
} finally {
  await stack.stop();
}

function print(
  { sent, accepted, cutOff, refused, seconds, good, inspection, defects }: RunReport,
  errors: string,
): void {
  const sorted = [...good.milliseconds].sort((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN).toFixed(0);
  const lines = [
    `seed ${seed}: ${sent} hostile mails in ${seconds.toFixed(0)} s`,
    `  accepted ${accepted}, refused ${refused.length}, cut off ${cutOff}`,
    ...counted(refused.map(({ reply }) => reply)).map(([reply, count]) => `  ${count} × ${reply}`),
    `  stored ${inspection.messages} messages, ${inspection.blocked} of them blocked; ${inspection.read} read in full`,
    ...Object.entries(inspection.notParsed).map(([reason, count]) => `  ${count} × ${reason}`),
    `  good mails: ${good.sent} sent, ${good.milliseconds.length} arrived, ${good.lost.length} lost; ` +
      `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, slowest ${at(1)} ms`,
    `  ${defects.length} defects`,
    ...defects.slice(0, 100).map((defect) => `  - ${defect}`),
    ...(errors === '' ? [] : ['  the functions said:', errors.slice(0, 10_000)]),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function counted(texts: readonly string[]): [text: string, count: number][] {
  return [...Map.groupBy(texts, (text) => text)].map(([text, equal]) => [text, equal.length]);
}

function number(name: string, text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  say(`--${name}: expected a whole number, got "${text}"`);
  process.exit(2);
}
