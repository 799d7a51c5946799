import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RETIRED_PHRASES } from './retired-phrases.ts';
import { ROOT, repositoryFiles } from './tracked-files.ts';

/** Fails when a retired phrase is used. Arguments limit the check to paths that begin with one of them. */
const LISTS_THEM = new Set(['scripts/checks/retired-phrases.ts', 'docs/writing.md']);

const prefixes = process.argv.slice(2);
let found = 0;
for (const path of repositoryFiles(/\.(?:ts|mjs|md)$/)) {
  if (LISTS_THEM.has(path)) continue;
  if (prefixes.length > 0 && !prefixes.some((prefix) => path.startsWith(prefix))) continue;
  for (const [index, line] of readFileSync(join(ROOT, path), 'utf8').split('\n').entries()) {
    for (const { pattern, instead } of RETIRED_PHRASES) {
      const hit = pattern.exec(line);
      if (hit === null) continue;
      found += 1;
      console.error(`${path}:${index + 1} "${hit[0].trim()}": write ${instead}`);
    }
  }
}
if (found > 0) {
  console.error(`${found} retired phrases; docs/writing.md says what to write instead`);
  process.exitCode = 1;
}
