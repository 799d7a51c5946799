import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `5/4, 6/4`: five calls in four rounds, and six in four with an idempotency key. */
type RecordedRounds = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * The calls of DynamoDB and the rounds of them that all operations together need that both checkouts have, as `root`
 * has recorded them in `test/contract/rounds.json`. New operations make nothing slower. Nothing for a commit before
 * that file.
 */
export function roundsOf(root: string, other: string): [name: string, value: number][] {
  const [recorded, compared] = [recordedIn(root), recordedIn(other)];
  if (recorded === undefined || compared === undefined) return [];
  const counts = Object.entries(recorded)
    .flatMap(([operation, senders]) =>
      Object.entries(senders).flatMap(([sender, each]) => (compared[operation]?.[sender] === undefined ? [] : [each])),
    )
    .flatMap((each) => each.split(', '))
    .map((one) => one.split('/').map(Number));
  const sum = (at: number) => counts.reduce((total, one) => total + (one[at] ?? 0), 0);
  return [
    ['calls of all operations', sum(0)],
    ['rounds of all operations', sum(1)],
  ];
}

function recordedIn(root: string): RecordedRounds | undefined {
  const path = join(root, 'test', 'contract', 'rounds.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as RecordedRounds) : undefined;
}
