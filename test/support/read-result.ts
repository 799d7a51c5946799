import { expect } from 'vitest';
import { MAX_FORM_TOKENS } from '#functions/http/mcp/results/fit.ts';
import type { ToolResult } from '#functions/http/mcp/results/result-record.ts';
import { estimateTokens } from '#functions/http/mcp/results/tokens.ts';

/** Both forms as clients give them to a model, each without its blocks, and the texts in the blocks of each. */
export interface ReadResult {
  readonly outside: readonly string[];
  readonly blocks: readonly (readonly string[])[];
}

/** Reads a result as its reader has to: by the mark that its sentence names. */
export function readResult({ structured, text }: ToolResult): ReadResult {
  const mark = /<untrusted ([0-9a-f]+)>/.exec(String(structured.about_untrusted ?? ''))?.[1] ?? 'no mark';
  const { about_untrusted: _, ...content } = structured;
  const forms = [stringsOf(content).join('\n'), text.replace(/^The text between .*\n/, '')];
  const block = new RegExp(`<untrusted ${mark}>\\n([\\s\\S]*?)\\n</untrusted ${mark}>`, 'g');
  return {
    outside: forms.map((form) => form.replace(block, '')),
    blocks: forms.map((form) => [...form.matchAll(block)].map(([, inside = '']) => inside)),
  };
}

/** Line breaks other than a line feed, an escape of a terminal, an override of the direction. */
const BREAKS_LAYOUT = ['\r', '\v', '\f', '\u0085', '\u2028', '\u2029', '\u001b', '\u202e'];

/** Checks what holds for every result: its size, and that no text has opened or closed a block. */
export function expectBounds(result: ToolResult): void {
  expect(estimateTokens(JSON.stringify(result.structured))).toBeLessThanOrEqual(MAX_FORM_TOKENS);
  expect(estimateTokens(result.text)).toBeLessThanOrEqual(MAX_FORM_TOKENS);
  const { outside, blocks } = readResult(result);
  for (const form of [...outside, ...blocks.flat()]) expect(form).not.toMatch(/<\/?untrusted/i);
  expect(blocks[0]).toHaveLength(blocks[1]?.length ?? 0);
  for (const form of outside) expect(BREAKS_LAYOUT.filter((one) => form.includes(one))).toEqual([]);
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(stringsOf) : [];
}

/** The first text between marks of a result. */
export function firstBlock(result: ToolResult): string | undefined {
  return readResult(result).blocks[1]?.[0];
}
