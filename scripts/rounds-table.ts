import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROUTES } from '#shared/contract/table.ts';

const RECORDED = join(import.meta.dirname, '..', 'test', 'contract', 'rounds.json');

/**
 * The calls of DynamoDB of every operation, and in how many rounds it makes them, by the kind of its sender: without an
 * idempotency key, and with one if the operation takes it.
 */
export function roundsTable(): string {
  const recorded = JSON.parse(readFileSync(RECORDED, 'utf8')) as Record<string, Record<string, string>>;
  const rows = ROUTES.flatMap(({ name, method, path }) =>
    Object.entries(recorded[name] ?? {}).map(([sender, counts]) => {
      const [plain = '', withKey = '–'] = counts.split(', ').map((one) => one.replace('/', ' in '));
      return `| \`${method} ${path}\` | ${sender} | ${plain} | ${withKey} |`;
    }),
  );
  return `| Operation | Sender | Calls in rounds | With an idempotency key |
| --- | --- | --- | --- |
${rows.join('\n')}`;
}
