import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isList } from '#shared/contract/openapi/pagination.ts';
import { ROUTES } from '#shared/contract/table.ts';
import { ID_PREFIX } from '#shared/domain/ids/ids.ts';
import { DEFAULT_LIMITS } from '#shared/domain/limits/limits.ts';

const page = (name: string) =>
  readFileSync(new URL(`../../docs/contract/${name}.md`, import.meta.url), 'utf8').replace(/\s+/g, ' ');

/** The words in backticks that follow a text. */
function wordsAfter(text: string, from: string): string[] {
  const [, words = ''] = /`([^`]+)`/.exec(text.slice(text.indexOf(from) + from.length)) ?? [];
  return words.split(' ').sort();
}

describe('the pages of the contract', () => {
  test('The page of conventions has the prefix of every kind of id', () => {
    expect(wordsAfter(page('conventions'), 'and a ULID:')).toEqual(Object.values<string>(ID_PREFIX).sort());
  });

  test('The page of conventions has the noun of every list', () => {
    const lists = ROUTES.filter(({ name, protocol }) => isList(name) && protocol === undefined);
    const nouns = lists.flatMap(({ name, reply }) => {
      const shape = (reply as { shape?: object } | undefined)?.shape ?? {};
      return name === 'listA2aPushConfigs' || name === 'listA2aTasks' ? [] : Object.keys(shape);
    });
    expect(lists.length).toBeGreaterThan(20);
    expect(wordsAfter(page('conventions'), 'A list is an object with one plural noun:')).toEqual(
      [...new Set(nouns)].sort(),
    );
  });

  test('The page of limits names every limit of a stage and no other', () => {
    const named = [...page('limits').matchAll(/`([a-z]\w*[A-Z]\w*)`/g)].map(([, name = '']) => name);
    expect([...new Set(named)].sort()).toEqual(Object.keys(DEFAULT_LIMITS).sort());
  });

  /** Limits that the page writes in words, or in another unit. */
  const IN_WORDS: Partial<Record<keyof typeof DEFAULT_LIMITS, string>> = {
    codeGuesses: 'five wrong guesses',
    signupResendsPerHour: 'Five resends',
    codeMailsPerHour: 'Ten code emails',
    deliveryTimeoutMs: '10 s',
  };

  test.each(Object.entries(DEFAULT_LIMITS))('The page of limits has the value of %s, %i', (name, value) => {
    const text = page('limits');
    const expected = IN_WORDS[name as keyof typeof DEFAULT_LIMITS] ?? value.toLocaleString('en');
    const [before = ''] = text.split(`\`${name}\``);
    // The value is in the sentence before the name, or in the same list of names and values.
    expect(before.slice(-200)).toMatch(new RegExp(`\\b${expected}\\b`));
  });
});
