import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PREFIX } from '#shared/data/table.ts';
import { ROWS } from './rows.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** The table of rows. At least one source file of each prefix must use it, so that a moved row is noticed. */
export function rows(): string {
  const lines = Object.entries(ROWS).flatMap(([kind, descriptions]) => {
    const sources = descriptions
      .flatMap(({ files }) => files)
      .map((file) =>
        readFileSync(join(ROOT, file.startsWith('shared/') ? file : `shared/data/entities/${file}`), 'utf8'),
      );
    if (!sources.some((source) => source.includes(`PREFIX.${kind}`))) {
      throw new Error(`scripts/data-model/rows.ts names no file for "${kind}" that uses PREFIX.${kind}`);
    }
    const prefix = PREFIX[kind as keyof typeof PREFIX];
    return descriptions.map(
      ({ row, pk, sk, files }) =>
        `| ${row} | \`${prefix}${pk}\` | ${sk} | ${files.map((file) => `\`${file}\``).join(', ')} |`,
    );
  });
  return `| Row | pk | sk | File |
| --- | --- | --- | --- |
${lines.join('\n')}`;
}

/** The table of what rows have of people in the clear. */
export function personalData(): string {
  const lines = Object.entries(ROWS).flatMap(([kind, descriptions]) => {
    const prefix = PREFIX[kind as keyof typeof PREFIX];
    return descriptions.flatMap(({ row, pk, personal }) =>
      personal === undefined ? [] : [`| ${row} | \`${prefix}${pk}\` | ${personal} |`],
    );
  });
  return `| Row | pk | In the clear |
| --- | --- | --- |
${lines.join('\n')}`;
}
