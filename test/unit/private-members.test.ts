import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const BIOME = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');

/** What the rule finds in each of some files: how many members it complains about. */
function complaintsAbout(sources: readonly string[]): readonly number[] {
  const folder = mkdtempSync(join(tmpdir(), 'aid-lint-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const plugins = [join(ROOT, 'scripts', 'checks', 'private-members.grit')];
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ plugins, linter: { rules: { preset: 'none' } } }));
  const names = sources.map((_, index) => `${index}.ts`);
  for (const [index, source] of sources.entries()) writeFileSync(join(folder, `${index}.ts`), source);
  const { stdout, stderr } = spawnSync(process.execPath, [BIOME, 'lint', '--max-diagnostics=none', ...names], {
    cwd: folder,
    encoding: 'utf8',
  });
  const output = stdout + stderr;
  expect(output).toContain(`Checked ${sources.length} files`);
  return names.map((name) => output.split(`${name}:`).length - 1);
}

test('The lint complains about a private member in another form than #member, and about no other member', () => {
  const found = complaintsAbout([
    'export class A { private x = 1; private readonly y = 2; private static z = 3; }',
    'export class A { private f() {} private async g() {} private get h() { return 1; } }',
    'export class A { protected x = 1; public y = 2; _z = 3; _f() {} get _g() { return 1; } }',
    'export abstract class A { protected constructor() {} protected abstract f(): void; }',
    'export class A { f() { return class { private x = 1; }; } }',
    'export class A { #x = 1; static #y = 2; z = 3; #f() { return this.#x; } private constructor() {} }',
    'import { Writable } from "node:stream"; export class A extends Writable { override _write() {} }',
    'export const a = { _meta: 1, private: 2, f(_x: number) {} };',
  ]);
  expect(found).toEqual([3, 3, 5, 2, 1, 0, 0, 0]);
});
