import { describe, expect, test } from 'vitest';
import { piecesAgainst, type SourceExpression, sourceExpressions } from '../support/source-expressions.ts';
import { growth, LINEAR } from '../support/time-complexity.ts';

const SIZE = 4 * 1024;

/** Expressions that would be slow on a long text, by file and pattern, and why they never get one. */
const BOUNDED: Readonly<Record<string, string>> = {
  'shared/domain/safe-reading/css/css-selectors.ts: "[^"]*"|\'[^\']*\'|\\[[^\\]]*\\]':
    'only a selector of at most 500 characters is tried',
  'shared/domain/safe-reading/css/style-sheet.ts: ([#.]?[a-z_][\\w-]*)(?:[:[][^\\s>+~]*)?\\s*$':
    'only the last 100 characters of a selector are tried',
};

/** Files that build expressions from texts, and the test that covers those. */
const BUILT: Readonly<Record<string, string>> = {
  'shared/domain/codes/code-candidates.ts': 'test/unit/find-codes.test.ts',
  'shared/domain/codes/find-codes.ts': 'test/unit/find-codes.test.ts',
  'shared/domain/codes/patterns.ts': 'test/unit/find-codes.test.ts',
  'shared/domain/mail/automated-mail.ts': 'test/unit/mail-growth.test.ts',
  'shared/domain/safe-reading/css/value-grammar.ts': 'test/unit/mail-growth.test.ts',
  'shared/domain/safe-reading/escaped-marks.ts': 'test/unit/mail-growth.test.ts',
  'shared/domain/safe-reading/text/picture-text.ts': 'test/unit/mail-growth.test.ts',
  'shared/domain/search/search-tokens.ts': 'test/unit/search-text.test.ts',
};

const { literals, built } = sourceExpressions();
const keyOf = ({ file, pattern }: SourceExpression) => `${file}: ${pattern}`;

/** The first piece of text that makes the expression slow when it is repeated. */
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
  test('Every regular expression of the sources is found, and those that are built from texts have their own test', () => {
    expect(literals.length).toBeGreaterThan(80);
    expect(built).toEqual(Object.keys(BUILT));
  });

  test.each(literals.map((one) => [keyOf(one), one] as const))(
    'The expression %s takes linear time',
    async (key, expression) => {
      const piece = await slowOn(expression);
      if (key in BOUNDED) expect(piece).toBeDefined();
      else expect(piece).toBeUndefined();
    },
    // Many inputs; what is measured is their growth, on a machine that may be busy.
    120_000,
  );
});
