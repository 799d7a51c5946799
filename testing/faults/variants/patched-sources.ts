import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../stack.ts';
import type { SourcePatch } from './variants.ts';

/** What a stack is built from and runs on. */
const SOURCES = [
  'bin',
  'lib',
  'functions',
  'shared',
  'local',
  'scripts',
  'testing',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'cdk.json',
] as const;

/** The text with the change of a patch. A patch that no longer fits its file is an error. */
export function patched(text: string, { file, find, replace }: SourcePatch): string {
  const parts = text.split(find);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${find}`);
  return parts.join(replace);
}

/** Copies the sources to a folder and changes the copy. */
export function copySources(folder: string, patches: readonly SourcePatch[]): void {
  for (const name of SOURCES) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const patch of patches) {
    const path = join(folder, patch.file);
    writeFileSync(path, patched(readFileSync(path, 'utf8'), patch));
  }
}
