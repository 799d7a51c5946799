import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, repositoryFiles } from './repository-files.ts';
import { RETIRED_PHRASES } from './retired-phrases.ts';

/**
 * Fails when a file uses a retired phrase, and prints for each one where it is and what to write instead. Arguments
 * limit the check to paths that begin with one of them.
 */
const LISTS_THEM = new Set(['scripts/checks/retired-phrases.ts', 'docs/writing.md']);

const prefixes = process.argv.slice(2);
const inScope = (path: string) => prefixes.length === 0 || prefixes.some((prefix) => path.startsWith(prefix));

const findings: string[] = [];
for (const path of repositoryFiles(/\.(?:tsx?|mjs|md)$/)) {
  if (LISTS_THEM.has(path) || !inScope(path)) continue;
  for (const [index, line] of readFileSync(join(ROOT, path), 'utf8').split('\n').entries()) {
    for (const { pattern, instead } of RETIRED_PHRASES) {
      const match = pattern.exec(line);
      if (match !== null) findings.push(`${path}:${index + 1}: "${match[0].trim()}": write ${instead}`);
    }
  }
}

if (findings.length > 0) {
  console.error(findings.join('\n'));
  console.error(`${findings.length} retired phrases; docs/writing.md lists what to write instead`);
  process.exitCode = 1;
}
