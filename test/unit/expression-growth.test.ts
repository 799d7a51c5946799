import { describe, expect, it } from 'vitest';
import { piecesAgainst, type SourceExpression, sourceExpressions } from '../support/source-expressions.ts';
import { growth, LINEAR } from '../support/time-complexity.ts';

const SIZE = 4 * 1024;

/** Expressions that would be slow on a long text and never get one, by file and pattern, and why they do not. */
const BOUNDED: Readonly<Record<string, string>> = {
  'shared/domain/mail/history-marks.ts: \\d.*@|@.*\\d|\\d{1,2}[:.]\\d{2}':
    'only a line of at most 300 characters is tried',
  'shared/domain/mail/history-marks.ts: (?:19|20)\\d\\d.*<[^<>\\s]+@[^<>\\s]+>\\s?[:：]$':
    'only a line of at most 300 characters is tried',
};

/** Files that make expressions from texts, and the test that judges those. */
const BUILT: Readonly<Record<string, string>> = {
  'shared/domain/mail/history-marks.ts': 'test/unit/mail-text.test.ts',
};

const { literals, built } = sourceExpressions();
const keyOf = ({ file, pattern }: SourceExpression) => `${file}: ${pattern}`;

/** The first piece whose repetition makes the expression slow. */
async function slowOn(expression: SourceExpression): Promise<string | undefined> {
  const matcher = new RegExp(expression.pattern, expression.flags);
  for (const piece of piecesAgainst(expression)) {
    for (const end of ['', '\u0001', '\n']) {
      const make = (size: number) => piece.repeat(size / piece.length) + end;
      if ((await growth((text) => text.replace(matcher, ''), make, SIZE)) >= LINEAR) return piece;
    }
  }
  return undefined;
}

describe('regular expressions', () => {
  it('are all found in the sources, and those that are made from texts are judged by a test of their own', () => {
    expect(literals.length).toBeGreaterThan(80);
    expect(built).toEqual(Object.keys(BUILT));
  });

  it.each(literals.map((one) => [keyOf(one), one] as const))(
    '%s: the time grows no faster than the text',
    async (key, expression) => {
      const piece = await slowOn(expression);
      if (key in BOUNDED) expect(piece).toBeDefined();
      else expect(piece).toBeUndefined();
    },
  );
});
