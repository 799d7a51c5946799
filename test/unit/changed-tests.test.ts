import { expect, test } from 'vitest';
import { changedTests, testsAffectedBy } from '#scripts/test-run/changed-tests.ts';
import { testFiles, tierOf } from '#testing/test-tiers.ts';
import { readTestTimes } from '#testing/test-times.ts';

test('A changed test file runs, whatever its tier, and a page affects no test', () => {
  const slow = testFiles().find((file) => tierOf(file, readTestTimes()) !== 'quick') ?? '';
  expect(testsAffectedBy([slow, 'README.md'])).toEqual({ files: [slow], contract: [], operations: [] });
});

test('A change of operations runs the quick tests that import or name them, and of the contract the cases about them', () => {
  const changed = ['functions/http/accounts/create-api-key.ts', 'test/flow/no-such.test.ts', 'docs/mail.md'];
  const { files, contract, operations } = testsAffectedBy(changed);
  expect(operations).toEqual(['createApiKey']);
  expect(contract).toContain('test/contract/permissions.test.ts');
  expect(files).toContain('test/flow/api-keys.test.ts');
  expect(files.filter((file) => file.startsWith('test/contract/'))).toEqual([]);
  expect([...files, ...contract].filter((file) => tierOf(file, readTestTimes()) !== 'quick')).toEqual([]);
  expect(files.length).toBeLessThan(testFiles().length / 10);
});

test('A change of what operations share runs the contract whole', () => {
  const { files, contract } = testsAffectedBy(['functions/http/mail/message-record.ts']);
  expect(files).toContain('test/contract/permissions.test.ts');
  expect(contract).toEqual([]);
});

test('A change affects the tests that import it through other files', () => {
  expect(testsAffectedBy(['testing/tool-folders.ts']).files).toContain('test/unit/test-arguments.test.ts');
});

test('A change of the contract affects the tests of the SDK, which has types that are generated from it', () => {
  const { files } = testsAffectedBy(['shared/contract/openapi/notes/webhooks.ts']);
  expect(files).toEqual(
    expect.arrayContaining(['test/unit/typescript-client.test.ts', 'test/unit/cli-commands.test.ts']),
  );
});

test('A commit that does not exist is refused in the words of git', () => {
  expect(() => changedTests('no-such-commit')).toThrow('no-such-commit');
});
