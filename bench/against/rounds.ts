import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The most frequent first: `5/4` are five calls in four rounds. */
type RecordedRounds = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * The calls of DynamoDB and the rounds of them that all operations together need, as the checkout has recorded them in
 * `test/contract/rounds.json`. Nothing for a commit before that file.
 */
export function roundsOf(root: string): [name: string, value: number][] {
  const path = join(root, 'test', 'contract', 'rounds.json');
  if (!existsSync(path)) return [];
  const recorded = JSON.parse(readFileSync(path, 'utf8')) as RecordedRounds;
  const fewest = Object.values(recorded)
    .flatMap((senders) => Object.values(senders))
    .map((tries) => tries.split(', ').map((one) => one.split('/').map(Number)))
    .map((tries) => [0, 1].map((at) => Math.min(...tries.map((one) => one[at] ?? 0))));
  const sum = (at: number) => fewest.reduce((total, one) => total + (one[at] ?? 0), 0);
  return [
    ['calls of all operations', sum(0)],
    ['rounds of all operations', sum(1)],
  ];
}
