import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  CDK_OPTIONS,
  contextOf,
  deployArguments,
  hasOption,
  splitArguments,
  valuesOf,
} from '#scripts/stage/cdk-options.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const STACKS = ['aid-prod-data', 'aid-prod-service', 'aid-prod-domains'];

test('Options that are not those of the command belong to the CDK, with their values and in their order', () => {
  const argv = ['--yes', '--role-arn', 'arn:aws:iam::1:role/cfn', '--skip-preflight', '--tags', 'team=mail', '-v'];
  expect(splitArguments(argv, ['--yes', '-y', '--skip-preflight'])).toEqual({
    own: ['--yes', '--skip-preflight'],
    cdk: ['--role-arn', 'arn:aws:iam::1:role/cfn', '--tags', 'team=mail', '-v'],
  });
});

test('The value of an option of the CDK is found in both of its forms', () => {
  expect(valuesOf(['--profile', 'work', '--tags', 'a=1', '--tags=b=2'], '--tags')).toEqual(['a=1', 'b=2']);
  expect(valuesOf(['--profile=work'], '--profile')).toEqual(['work']);
  expect(valuesOf(['--profiles', 'x'], '--profile')).toEqual([]);
  expect([hasOption(['--outputs-file=x'], '--outputs-file'), hasOption(['--outputs'], '--outputs-file')]).toEqual([
    true,
    false,
  ]);
});

test('The context of an option is read, so that the preflight looks for the same bootstrap', () => {
  expect(contextOf(['-c', '@aws-cdk/core:bootstrapQualifier=own', '--context', 'a=b=c', '-c', 'broken'])).toEqual({
    '@aws-cdk/core:bootstrapQualifier': 'own',
    a: 'b=c',
  });
});

test('A deployment without options of the CDK deploys all stacks, and asks unless it may not', () => {
  const common = ['--outputs-file', '.build/outputs.json'];
  expect(deployArguments([], STACKS, true)).toEqual(['deploy', '--all', '--require-approval', 'never', ...common]);
  expect(deployArguments([], STACKS, false)).toContain('broadening');
});

test('Options of the operator are passed on, and replace those of the command', () => {
  const passed = ['--role-arn', 'arn', '--require-approval=any-change', '--outputs-file', 'x.json', 'aid-prod-data'];
  expect(deployArguments(passed, STACKS, true)).toEqual(['deploy', ...passed]);
  // The value of an option is no stack.
  expect(deployArguments(['--tags', 'team=mail'], STACKS, true)).toContain('--all');
});

test('An option that neither the command nor the CDK knows goes to the command, which refuses it', () => {
  const argv = ['--skip-prefligth', '--no-rollback', '--tags', 'a=b', '--tgas=a=b', '-c', 'k=v'];
  expect(splitArguments(argv, ['--skip-preflight'])).toEqual({
    own: ['--skip-prefligth', '--tgas=a=b'],
    cdk: ['--no-rollback', '--tags', 'a=b', '-c', 'k=v'],
  });
});

test.each(['deploy', 'destroy'])('Every option that cdk %s prints is known', (command) => {
  const { stdout } = spawnSync(process.execPath, [join(ROOT, 'node_modules/aws-cdk/bin/cdk'), command, '--help'], {
    encoding: 'utf8',
    env: { ...process.env, COLUMNS: '200' },
  });
  const names = [...stdout.matchAll(/^ *(?:-\w, )?--(?:no-)?([\w-]+)/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(30);
  // A name that is too long for a line of the help is cut.
  const known = [...CDK_OPTIONS, 'help'];
  expect(
    names.filter((name) => !known.some((one) => one === name || (name.length > 30 && one.startsWith(name)))),
  ).toEqual([]);
});
