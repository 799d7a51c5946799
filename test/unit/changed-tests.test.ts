import { expect, test } from 'vitest';
import { changedTests, testsAffectedBy } from '#scripts/test-run/changed-tests.ts';
import { testFiles, tierOf } from '#testing/test-tiers.ts';
import { readTestTimes } from '#testing/test-times.ts';

test('A changed test file runs, whatever its tier, and a page affects no test', () => {
  const slow = testFiles().find((file) => tierOf(file, readTestTimes()) !== 'quick') ?? '';
  expect(testsAffectedBy([slow, 'README.md'])).toEqual([slow]);
});

test('A change of an operation runs the quick tests that import it, name it, or call every operation', () => {
  const files = testsAffectedBy(['functions/http/api-keys/create-api-key.ts']);
  expect(files).toContain('test/contract/permissions.test.ts');
  expect(files.filter((file) => tierOf(file, readTestTimes()) !== 'quick')).toEqual([]);
  expect(files.length).toBeLessThan(testFiles().length / 4);
});

test('A change affects the tests that import it through other files', () => {
  expect(testsAffectedBy(['testing/tool-folders.ts'])).toContain('test/unit/test-arguments.test.ts');
});

test('A change of the contract affects the tests of the SDK, which has types that are generated from it', () => {
  const files = testsAffectedBy(['shared/contract/openapi/notes/webhooks.ts']);
  expect(files).toEqual(
    expect.arrayContaining(['test/unit/typescript-client.test.ts', 'test/unit/cli-commands.test.ts']),
  );
});

test('A commit that does not exist is refused in the words of git', () => {
  expect(() => changedTests('no-such-commit')).toThrow('no-such-commit');
});
