import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const ENTRIES = 2000;

/**
 * Writes a module that serves only as a reference for import time and returns its path: 2,000 small functions and
 * classes, 380 KB, each called once. Times relative to it are comparable between slow and fast machines.
 */
export async function writeBaseline(folder: string): Promise<string> {
  const path = join(folder, 'baseline.mjs');
  const entries = Array.from({ length: ENTRIES }, (_, n) => entry(n));
  await writeFile(path, [...entries, 'export const handler = () => undefined;'].join('\n'));
  return path;
}

function entry(n: number): string {
  return [
    `const f${n} = (a, b = {}) => { const c = new Map([[a, b]]); return { ...b, a, size: c.size, text: '${n}-' + a }; };`,
    `class C${n} { #x = f${n}(${n}); get x() { return this.#x; } }`,
    `new C${n}().x;`,
  ].join('\n');
}
