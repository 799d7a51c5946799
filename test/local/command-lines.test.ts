import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTemporaryFolder } from '#local/state/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

/** Programs of others, and what is only a part of a command. */
const OTHERS = ['setup', 'synth', 'check', 'check:text', 'check:synth', 'format', 'test:mutation'];
const RUN = 'node scripts/run.mjs ';

function run(command: string, argument: string) {
  const args = [...command.slice(RUN.length).split(' '), argument];
  return spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', timeout: 60_000 });
}

const own = Object.entries(scripts).filter(([name]) => !OTHERS.includes(name));

test('Every command runs through the program that installs what is missing', () => {
  expect(own.length).toBeGreaterThan(15);
  for (const [name, command] of own) expect(command, name).toMatch(/^node scripts\/run\.mjs \S+\.ts/);
});

test.each(own)('npm run %s prints its usage, and refuses an unknown option in its first line', (name, command) => {
  const usage = run(command, '--help');
  expect([usage.status, usage.stderr]).toEqual([0, '']);
  expect(usage.stdout).not.toBe('');

  const refused = run(command, '--nonsense');
  expect(refused.status, name).toBe(2);
  expect(refused.stdout).toBe('');
  const [line] = refused.stderr.split('\n');
  expect(line).toMatch(/nonsense/i);
  expect(refused.stderr).not.toMatch(/\n\s+at /);
});

test('A command names the option with a wrong value', () => {
  const wrong: [string, string, string][] = [
    ['fuzz:mail', '--mails=abc', '--mails'],
    ['cost', '--events=many', '--events'],
    ['bench', 'no-such-benchmark', 'no-such-benchmark'],
    ['relay:missing', '--since=yesterday', '--since'],
    ['tunnel', '--port=70000', '--port'],
    ['dashboard:picture', '--minutes=0', '--minutes'],
    ['inbound-mail', 'stop', 'stop'],
  ];
  for (const [name, argument, named] of wrong) {
    const { status, stderr } = run(scripts[name] ?? '', argument);
    expect([name, status]).toEqual([name, 2]);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(named);
  }
});

test('A command installs what is missing and then runs, with its own arguments and exit code', () => {
  const root = makeTemporaryFolder(tmpdir(), 'aid-first-run');
  try {
    mkdirSync(join(root, 'scripts'));
    for (const name of ['run.mjs', 'setup.mjs']) copyFileSync(join(ROOT, 'scripts', name), join(root, 'scripts', name));
    writeFileSync(
      join(root, 'package-lock.json'),
      JSON.stringify({ packages: { 'node_modules/node': { version: '1' } } }),
    );
    writeFileSync(join(root, 'program.mjs'), 'console.log(process.argv.slice(2).join());\nprocess.exit(3);\n');
    // In place of npm: installs the Node that runs the test.
    writeFileSync(
      join(root, 'npm.cjs'),
      `const { mkdirSync, symlinkSync, copyFileSync } = require('node:fs');
mkdirSync('node_modules/node/bin', { recursive: true });
symlinkSync(process.execPath, 'node_modules/node/bin/node');
copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
`,
    );
    const env = { ...process.env, npm_execpath: join(root, 'npm.cjs') };
    const args = ['scripts/run.mjs', 'program.mjs', '--one', 'two'];
    const first = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
    expect([first.status, first.stdout]).toEqual([3, '--one,two\n']);
    expect(first.stderr).toContain('installing dependencies');
    const second = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
    expect([second.status, second.stdout, second.stderr]).toEqual([3, '--one,two\n', '']);
  } finally {
    rmSync(root, { recursive: true });
  }
});
