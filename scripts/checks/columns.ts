import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, repositoryFiles } from './repository-files.ts';

/**
 * Fails where a comment or a paragraph of a page is longer than 120 columns. Tables, headings, code and what has no
 * space to break at are as long as they need.
 *
 * See: docs/writing.md
 */
const COLUMNS = 120;

const COMMENT = /^\s*(?:\/\*\*|\*|\/\/) /;
const WHOLE = /^(?:\||#|<|!|\s*```| {4})/;

/** Whether a line could have been broken within the columns. */
function isTooLong(line: string): boolean {
  return (
    line.length > COLUMNS && /\S\s+\S/.test(line.replace(/^\s*(?:\/\*\*|\*|\/\/|[-*]|\d+\.)\s+/, '').slice(0, COLUMNS))
  );
}

function longLines(path: string): number[] {
  let inCode = false;
  return readFileSync(join(ROOT, path), 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      if (/^\s*```/.test(line)) inCode = !inCode;
      const isProse = path.endsWith('.md') ? !inCode && !WHOLE.test(line) : COMMENT.test(line);
      return isProse && isTooLong(line) && !line.includes('biome-ignore') ? [index + 1] : [];
    });
}

const findings = repositoryFiles(/\.(?:md|mjs|tsx?)$/).flatMap((path) =>
  longLines(path).map((line) => `${path}:${line}`),
);
if (findings.length > 0) {
  console.error(findings.join('\n'));
  console.error(`${findings.length} lines of comments and pages are longer than ${COLUMNS} columns`);
  process.exitCode = 1;
}
