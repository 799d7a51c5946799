import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matches, namesLines, ShownLines } from '#clients/cli/src/mcp/secret/shown-lines.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'b', '.', '(', '*', '\\', 'ö'), maxLength: 12 });
const line = fc.string({ unit: fc.constantFrom('a', 'b', '.', '(', '\\', 'ö'), maxLength: 20 });

/** The same question to an expression, which may be slow. */
function matchesByExpression(pattern: string, given: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'su').test(given);
}

test('A pattern matches a whole line, and only its stars stand for something else', () => {
  fc.assert(
    fc.property(text, line, (pattern, given) => {
      expect(matches(pattern, given)).toBe(matchesByExpression(pattern, given));
    }),
    { numRuns: 2_000 },
  );
  expect(matches('a*a', 'a')).toBe(false);
  expect(matches('Total: *', 'Total: 12')).toBe(true);
});

test('A line that makes expressions slow is compared once for each part of the pattern', () => {
  const pattern = `${'*a'.repeat(90)}*b`;
  expect(matches(pattern, 'a'.repeat(500))).toBe(false);
  expect(matches(pattern, `${'a'.repeat(499)}b`)).toBe(true);
});

test('A pattern needs a text of its own', () => {
  expect(['*', '', '* *', 'a*b', '***  ab'].filter(namesLines)).toEqual([]);
  expect(['abc', 'a*bc', 'Total: *'].filter((one) => !namesLines(one))).toEqual([]);
});

function shown(patterns: readonly string[], pieces: readonly string[]): string {
  const lines = new ShownLines(patterns);
  return [...pieces.map((piece) => lines.push(piece)), lines.end()].join('');
}

test('The lines that a pattern names are shown, however the output is cut into pieces', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('ok 1', '\n', '\r\n', 'ok', ' 2', 'x')), (pieces) => {
      const whole = pieces.join('');
      expect(shown(['ok*'], pieces)).toBe(shown(['ok*'], [whole]));
      const lines = whole.split('\n').map((one) => one.replace(/\r$/, ''));
      const expected = lines.filter((one) => one.startsWith('ok')).map((one) => `${one}\n`);
      expect(shown(['ok*'], [whole])).toBe(expected.join(''));
    }),
  );
});

test('A long line is cut, and so is an output without end', () => {
  expect(shown(['xxx*'], ['x'.repeat(10_000), 'x\nxxxx'])).toBe(`${'x'.repeat(500)}\nxxxx\n`);
  const many = shown(
    ['row *'],
    Array.from({ length: 1_000 }, (_, row) => `row ${row}\n`),
  );
  expect(many.split('\n')).toHaveLength(101);
  const late = ['y'.repeat(999_995), '\nlate one\n', 'late two\n'];
  expect(shown(['late *'], late)).toBe('');
  expect(new ShownLines([]).isDone).toBe(true);
});
