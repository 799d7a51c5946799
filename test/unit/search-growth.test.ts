import { describe, expect, test, vi } from 'vitest';
import { placedTokens, tokensOf } from '#shared/domain/search/search-tokens.ts';
import { growth, LINEAR } from '../support/time-complexity.ts';

// The input is large, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

describe('the time to split a text', () => {
  test.each([
    ['one word', (size: number) => 'é'.repeat(size)],
    ['characters without spaces', (size: number) => '東'.repeat(size)],
    ['marks', (size: number) => '\u0e31'.repeat(size)],
    ['unseen characters', (size: number) => '\u200b'.repeat(size)],
    ['short words', (size: number) => 'é 東 '.repeat(size / 4)],
  ])('It grows linearly with a text of %s', async (_, make) => {
    expect(await growth(tokensOf, make, 31_000)).toBeLessThan(LINEAR);
    expect(await growth(placedTokens, make, 31_000)).toBeLessThan(LINEAR);
  });
});
