import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, repositoryFiles } from './repository-files.ts';

/**
 * Fails where an empty object is to be filled key by key. Such an object has the names of `Object.prototype` from its
 * beginning: a key from outside that is `constructor` reads a function, and `__proto__` replaces the prototype. A `Map`
 * has no names of its own; `Object.fromEntries` makes an object of it, with every name as its own property.
 *
 * Constants in capitals stay empty, and parameters with `= {}` are options.
 */
const FILLED_LATER = [
  // A variable or a member of a class that begins as an empty object.
  /^\s*(?:export )?(?:const|let) (?![A-Z0-9_]+\b)\w+(?:: .+)? = \{\}(?: as .+)?;/,
  /^\s*(?:(?:public|private|protected|static|readonly) )*#?\w+(?:: .+)? = \{\}(?: as .+)?;/,
  // The start of a fold, and the target of a copy.
  /\breduce\b.*\{\}(?: as .+)?\)/,
  /^\s*(?:\(?\{\}(?: as .+)?\)?),?$/,
];

/** The code that runs with names from outside. Descriptions and templates have only names of ours. */
const HAS_FOREIGN_NAMES = /^(?:clients|functions|local|shared)\/(?!contract\/openapi\/)/;

const findings: string[] = [];
for (const path of repositoryFiles(/\.tsx?$/)) {
  if (!HAS_FOREIGN_NAMES.test(path)) continue;
  for (const [index, line] of readFileSync(join(ROOT, path), 'utf8').split('\n').entries()) {
    if (FILLED_LATER.some((pattern) => pattern.test(line))) findings.push(`${path}:${index + 1}: ${line.trim()}`);
  }
}

if (findings.length > 0) {
  console.error(findings.join('\n'));
  console.error(`${findings.length} objects are filled key by key: use a Map, and Object.fromEntries for an object`);
  process.exitCode = 1;
}
