import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTemporaryFolder } from '#local/state/temporary-folder.ts';
import type { EndedCommand } from './support/start-commands.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

/** Programs of others, and what consists of several. */
const OTHERS = ['setup', 'synth', 'format'];
/** They import the program that they are, or look whether they are the program. */
const ALONE = ['aid', 'clients:vectors'];
const RUN = 'node scripts/run.mjs ';

const own = Object.entries(scripts).filter(([name]) => !OTHERS.includes(name));
const argumentsOf = (name: string, argument: string) => [
  ...(scripts[name] ?? '').slice(RUN.length).split(' '),
  argument,
];

/** Starts commands, each with one argument: most of them in one process. */
function run(started: readonly (readonly [name: string, argument: string])[]): EndedCommand[] {
  const node = (args: readonly string[], input = '') =>
    spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', input, timeout: 300_000 });
  const together = started.filter(([name]) => !ALONE.includes(name));
  const program = join(import.meta.dirname, 'support', 'start-commands.ts');
  const { stdout, stderr } = node([program], JSON.stringify(together.map((one) => argumentsOf(...one))));
  expect(stderr).toBe('');
  const ended = JSON.parse(stdout) as EndedCommand[];
  return started.map(([name, argument]) => {
    if (!ALONE.includes(name)) return ended.shift() as EndedCommand;
    const { status, ...written } = node(argumentsOf(name, argument));
    return { status: status ?? -1, ...written };
  });
}

test('Every command runs through the program that installs what is missing', () => {
  expect(own.length).toBeGreaterThan(15);
  for (const [name, command] of own) expect(command, name).toMatch(/^node scripts\/run\.mjs \S+\.ts/);
});

test('Every command prints its usage, and refuses an unknown option in its first line', () => {
  const names = own.map(([name]) => name);
  const ended = run(names.flatMap((name) => [[name, '--help'] as const, [name, '--nonsense'] as const]));
  for (const name of names) {
    const [usage, refused] = ended.splice(0, 2) as [EndedCommand, EndedCommand];
    expect([usage.status, usage.stderr], name).toEqual([0, '']);
    expect(usage.stdout, name).not.toBe('');
    expect([refused.status, refused.stdout], name).toEqual([2, '']);
    const [line] = refused.stderr.split('\n');
    expect(line, name).toMatch(/nonsense/i);
    expect(refused.stderr, name).not.toMatch(/\n\s+at /);
  }
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
  const ended = run(wrong.map(([name, argument]) => [name, argument]));
  wrong.forEach(([name, , named], index) => {
    const { status, stderr } = ended[index] as EndedCommand;
    expect([name, status]).toEqual([name, 2]);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(named);
  });
});

/** In place of npm: installs the Node that runs the test, a tool, and engines for Linux and macOS. */
const NPM = `const { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } = require('node:fs');
const [command, ...args] = process.argv.slice(2);
if (command === 'ci') {
  rmSync('node_modules', { recursive: true, force: true });
  mkdirSync('node_modules/node/bin', { recursive: true });
  symlinkSync(process.execPath, 'node_modules/node/bin/node');
}
if (command === 'ci' || !args.some((argument) => /[^@]@/.test(argument))) {
  const { packages } = JSON.parse(readFileSync('package-lock.json'));
  if (args.includes('--omit=dev')) delete packages['node_modules/tool'];
  for (const path of Object.keys(packages)) mkdirSync(path, { recursive: true });
  writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }));
} else {
  const [, name, version] = /^(.*)@(.*)$/.exec(args.at(-1));
  if (name.includes('win32')) {
    console.error('npm error code E404');
    process.exit(1);
  }
  mkdirSync('node_modules/' + name, { recursive: true });
  writeFileSync('node_modules/' + name + '/package.json', JSON.stringify({ name, version }));
}
`;

/** Runs a command in a fresh clone that has only the programs that set it up, as if on another platform. */
function firstRun(
  work: (
    run: (platform?: string, program?: string) => { status: number | null; stdout: string; stderr: string },
    root: string,
  ) => void,
) {
  const root = makeTemporaryFolder(tmpdir(), 'aid-first-run');
  const write = (name: string, text: string) => writeFileSync(join(root, name), text);
  try {
    mkdirSync(join(root, 'scripts'));
    for (const name of ['run.mjs', 'setup.mjs', 'engine-package.mjs', 'generated-sources.mjs'])
      copyFileSync(join(ROOT, 'scripts', name), join(root, 'scripts', name));
    write('package.json', JSON.stringify({ optionalDependencies: { '@dynoxide/linux-x64': '1.2.3' } }));
    const tool = { version: '1', dev: true };
    const packages = { 'node_modules/node': { version: '1' }, 'node_modules/tool': tool };
    write('package-lock.json', JSON.stringify({ packages }));
    write('scripts/clients.ts', '');
    mkdirSync(join(root, 'local'));
    for (const program of ['program.mjs', 'local/start.ts'])
      write(program, 'console.log(process.argv.slice(2).join());\nprocess.exit(3);\n');
    write('npm.cjs', NPM);
    const env = { ...process.env, npm_execpath: join(root, 'npm.cjs'), AID_DYNAMODB_ENDPOINT: '' };
    work((platform = 'linux-x64', program = 'program.mjs') => {
      const [name, arch] = platform.split('-');
      const fake = `for (const [key, value] of [['platform', '${name}'], ['arch', '${arch}']])
        Object.defineProperty(process, key, { value });`;
      const args = ['--import', `data:text/javascript,${encodeURIComponent(fake)}`, 'scripts/run.mjs', program];
      return spawnSync(process.execPath, [...args, '--one', 'two'], { cwd: root, env, encoding: 'utf8' });
    }, root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

test('A command installs what is missing and then runs, with its own arguments and exit code', () => {
  firstRun((run) => {
    const first = run();
    expect([first.status, first.stdout]).toEqual([3, '--one,two\n']);
    expect(first.stderr).toContain('installing all packages (npm ci)');
    const second = run();
    expect([second.status, second.stdout, second.stderr]).toEqual([3, '--one,two\n', '']);
  });
});

test('The first start installs what the service needs, and the first test adds the rest to it', () => {
  firstRun((run, root) => {
    const has = (name: string) => existsSync(join(root, 'node_modules', name));
    expect(run('linux-x64', 'local/start.ts').stderr).toContain('installing what the service needs (npm ci)');
    expect([has('node'), has('tool')]).toEqual([true, false]);
    expect(run('linux-x64', 'local/start.ts').stderr).toBe('');
    // What is there stays: a service may be running.
    writeFileSync(join(root, 'node_modules', 'node', 'kept'), '');
    expect(run().stderr).toContain('installing the packages that are missing (npm install)');
    expect([has('tool'), has('node/kept')]).toEqual([true, true]);
    expect(run().stderr).toBe('');
    expect(run('linux-x64', 'local/start.ts').stderr).toBe('');
  });
});

test('Set-up works in a folder that is reached over a symbolic link', () => {
  firstRun((_, root) => {
    const link = `${root}-link`;
    symlinkSync(root, link);
    try {
      const env = { ...process.env, npm_execpath: join(root, 'npm.cjs') };
      const { status, stderr } = spawnSync(process.execPath, [join(link, 'scripts', 'setup.mjs')], {
        cwd: link,
        env,
        encoding: 'utf8',
      });
      expect([status, stderr]).toEqual([0, expect.stringContaining('installing all packages (npm ci)')]);
    } finally {
      rmSync(link);
    }
  });
});

test('A package with another version than that of the lock file replaces all packages', () => {
  firstRun((run, root) => {
    run();
    const packages = { 'node_modules/node': { version: '2' } };
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
    expect(run('linux-x64', 'local/start.ts').stderr).toContain('installing what the service needs (npm ci)');
    expect(existsSync(join(root, 'node_modules', 'tool'))).toBe(false);
  });
});

test('The first command installs the database engine of the machine, in the version of the project', () => {
  firstRun((run) => {
    expect(run('darwin-arm64').stderr).toContain('installing the database engine for darwin on arm64');
    expect(run('darwin-arm64').stderr).toBe('');
  });
});

test.each([
  ['win32-arm64', 'there is no database engine for win32 on arm64: run another engine, "docker run'],
  ['win32-x64', '@dynoxide/win32-x64@1.2.3 could not be installed (E404): run another engine, "docker run'],
])('On %s, set-up says in one line how to run another engine, and the command runs', (platform, line) => {
  firstRun((run) => {
    run();
    const { stderr } = run(platform);
    expect(stderr.split('\n').filter((text) => text.includes('AID_DYNAMODB_ENDPOINT'))).toEqual([
      expect.stringContaining(line),
    ]);
  });
});
