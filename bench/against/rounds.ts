import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `5/4, 6/4`: five calls in four rounds, and six in four with an idempotency key. */
type RecordedRounds = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * The calls of DynamoDB and the rounds of them that all operations together need, as the checkout has recorded them in
 * `test/contract/rounds.json`. Nothing for a commit before that file.
 */
export function roundsOf(root: string): [name: string, value: number][] {
  const path = join(root, 'test', 'contract', 'rounds.json');
  if (!existsSync(path)) return [];
  const recorded = JSON.parse(readFileSync(path, 'utf8')) as RecordedRounds;
  const counts = Object.values(recorded)
    .flatMap((senders) => Object.values(senders))
    .flatMap((each) => each.split(', '))
    .map((one) => one.split('/').map(Number));
  const sum = (at: number) => counts.reduce((total, one) => total + (one[at] ?? 0), 0);
  return [
    ['calls of all operations', sum(0)],
    ['rounds of all operations', sum(1)],
  ];
}
