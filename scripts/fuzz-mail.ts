import { writeFileSync } from 'node:fs';
import { readCommandLine, wholeNumber } from '#testing/command-line.ts';
import { hostileMail } from '#testing/hostile-mail/hostile-mail.ts';
import { RUN_SETTINGS, type RunReport, runHostileMails } from '#testing/hostile-mail/run.ts';
import { startStack } from '#testing/stack.ts';

/**
 * `npm run fuzz:mail -- --mails 10000 --seed 7`: sends generated hostile emails through a separate local stack,
 * together with good emails of another organization, and reports the failures. `--index 123` sends only that mail of
 * the seed, `--write mail.eml` also writes it to a file.
 */
const NAME = 'fuzz:mail';

const { values } = readCommandLine({
  name: NAME,
  usage: `npm run fuzz:mail -- [options]

Sends generated hostile mails through a separate local stack, together with good ones, and reports the failures.

  --mails <n>        how many; default: 10000
  --seed <n>         what they follow from; default: a random one, which is shown
  --index <n>        only this mail of the seed
  --write <file>     also writes that mail to a file
  --read-every <n>   reads every nth stored message in full; default: 10`,
  options: {
    mails: { type: 'string', default: '10000' },
    seed: { type: 'string' },
    index: { type: 'string' },
    write: { type: 'string' },
    'read-every': { type: 'string', default: '10' },
  },
});

const seed = wholeNumber(NAME, 'seed', values.seed ?? String(Math.floor(Math.random() * 2 ** 31)));
const mails = wholeNumber(NAME, 'mails', values.mails);
const only = values.index === undefined ? undefined : wholeNumber(NAME, 'index', values.index);
const readEvery = wholeNumber(NAME, 'read-every', values['read-every'], 1);
const indices = only === undefined ? Array.from({ length: mails }, (_, index) => index) : [only];

const say = (line: string) => void process.stderr.write(`${line}\n`);

say(`seed ${seed}, ${only === undefined ? `${mails} emails` : `mail ${only}`}`);
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
    readEvery,
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
    `seed ${seed}: ${sent} hostile emails in ${seconds.toFixed(0)} s`,
    `  accepted ${accepted}, refused ${refused.length}, cut off ${cutOff}`,
    ...counted(refused.map(({ reply }) => reply)).map(([reply, count]) => `  ${count} × ${reply}`),
    `  stored ${inspection.messages} messages, ${inspection.blocked} of them blocked; ${inspection.read} read in full`,
    ...Object.entries(inspection.notParsed).map(([reason, count]) => `  ${count} × ${reason}`),
    `  good emails: ${good.sent} sent, ${good.milliseconds.length} arrived, ${good.lost.length} lost; ` +
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
