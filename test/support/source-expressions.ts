import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';

/** A regular expression as written in a source file. */
export interface SourceExpression {
  /** The path of the file from the root of the repository. */
  readonly file: string;
  readonly pattern: string;
  readonly flags: string;
}

export interface SourceExpressions {
  readonly literals: readonly SourceExpression[];
  /** Files that build expressions from texts. Only their own tests can check those expressions. */
  readonly built: readonly string[];
}

const ROOT = join(import.meta.dirname, '..', '..');

/** Every regular expression in the code of the functions. */
export function sourceExpressions(): SourceExpressions {
  const literals: SourceExpression[] = [];
  const built = new Set<string>();
  for (const file of globSync('{shared,functions}/**/*.ts', { cwd: ROOT }).sort()) {
    const visit = (node: unknown): void => {
      if (Array.isArray(node)) node.forEach(visit);
      if (node === null || typeof node !== 'object' || Array.isArray(node)) return;
      const { type, pattern, flags, callee } = node as Node;
      if (type === 'RegExpLiteral') literals.push({ file, pattern: String(pattern), flags: String(flags) });
      if ((type === 'NewExpression' || type === 'CallExpression') && callee?.value === 'RegExp') built.add(file);
      Object.values(node).forEach(visit);
    };
    visit(parseSync(readFileSync(join(ROOT, file), 'utf8'), { syntax: 'typescript', target: 'es2024' }).body);
  }
  return { literals, built: [...built] };
}

/** The fields of a syntax node that the search uses. */
interface Node {
  readonly type?: unknown;
  readonly pattern?: unknown;
  readonly flags?: unknown;
  readonly callee?: { readonly value?: unknown };
}

/** A character that represents each class. */
const SAMPLES = ['a', '0', ' ', '-', '\u0001'];
const MAX_CHARACTERS = 16;

/** Pieces that make a slow expression slow when they are repeated: its own characters and words. */
export function piecesAgainst({ pattern }: SourceExpression): string[] {
  const plain = pattern
    .replace(/\\u([0-9a-f]{4})|\\x([0-9a-f]{2})/gi, (_, u, x) => String.fromCharCode(Number.parseInt(u ?? x, 16)))
    .replace(/\\[bBdDwWsSpP]/g, '');
  const escaped = [...plain.matchAll(/\\([^a-z0-9])/gi)].map(([, character]) => character as string);
  const literal = plain.replace(/\\?[\\^$*+?(){}|[\]]/g, '');
  const characters = [...new Set([...SAMPLES, ...literal.replace(/[a-z0-9]/gi, ''), ...escaped, ...literal])].slice(
    0,
    MAX_CHARACTERS,
  );
  const words = [...new Set(plain.match(/[\p{L}@=]{2,}/gu) ?? [])];
  return [
    ...characters,
    ...characters.flatMap((one) => characters.map((other) => one + other)),
    ...words.flatMap((word) => ['', ' ', 'a', '\u0001', '0'].map((other) => word + other)),
  ];
}
