import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Aid } from '#clients/typescript/src/index.ts';
import { type Stack, startStack } from '#testing/stack.ts';
import { mustRun, runCommand } from '../description/support/run-command.ts';

const ROOT = join(import.meta.dirname, '..', '..');

let folder: string;
let tools: string;
let tarball: string;
let stack: Stack;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'aid-typescript-'));
  tools = join(folder, 'tools');
  cpSync(join(import.meta.dirname, 'tools'), tools, { recursive: true });
  const pack = async () => {
    const cwd = join(ROOT, 'clients', 'typescript');
    const { stdout } = await mustRun('npm', ['pack', '--json', '--silent', '--pack-destination', folder], { cwd });
    return join(folder, JSON.parse(stdout)[0].filename);
  };
  [stack, tarball] = await Promise.all([
    startStack({ AID_EPHEMERAL: '1', AID_LOOPBACK_ONLY: '1' }),
    pack(),
    mustRun('npm', ['ci', '--loglevel=error'], { cwd: tools }),
  ]);
});

afterAll(async () => {
  await stack?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const tool = (name: string) => join(tools, 'node_modules', '.bin', name);

/** A project with nothing but the package. */
async function emptyProject(name: string, manifest: object = {}): Promise<string> {
  const project = join(folder, name);
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name, private: true, ...manifest }));
  await mustRun('npm', ['install', '--silent', '--offline', tarball], { cwd: project });
  return project;
}

/** What a program does after it has imported `Aid`, `ConflictError`, `FakeService`, in statements of any module. */
const BODY = `
const { admin_api_key: key } = await new Aid().organizations.create({ name: 'Acme', slug: 'acme-' + Date.now().toString(36) });
const organization = new Aid({ key });
const handle = 'bot-' + Date.now().toString(36);
const identity = await organization.identities.create({ handle });
await organization.identities.create({ handle }).catch((error) => console.log(error instanceof ConflictError, error.code));
const agentKey = await organization.apiKeys.create({ name: 'worker', identityId: identity.id });
const agent = new Aid({ key: agentKey.key });
console.log((await agent.me()).identity_id === identity.id);
const { data, response } = await agent.mail.send({ to: identity.email_address ?? '', subject: 'Hello', text: 'Hi' }).withResponse();
console.log(response.status, data.status);
const { event } = await agent.events.wait({ type: 'mail.received', since: identity.created_at });
console.log(event?.type);
const subjects = [];
for await (const message of agent.mail.messages.list({ direction: 'inbound' })) subjects.push(message.subject);
console.log(subjects.join());
const service = new FakeService({ 'mail.send': { id: 'msg_fake' } });
console.log((await new Aid({ key: 'aid_agt_fake', fetch: service.fetch }).mail.send({ to: 'ada@example.com' })).id);
console.log(String(agent).includes(agentKey.key), JSON.stringify(agent).includes('[redacted]'));
`;

const PRINTS = `true identity.handle_taken
true
202 queued
mail.received
Hello
msg_fake
false true
`;

const ESM = `import { Aid, ConflictError } from 'aid-stack';\nimport { FakeService } from 'aid-stack/testing';\n${BODY}`;
const CJS = `const { Aid, ConflictError } = require('aid-stack');\nconst { FakeService } = require('aid-stack/testing');\nvoid (async () => {${BODY}})();\n`;

const RUNTIMES: Readonly<Record<string, { file: string; text: string; command: () => readonly string[] }>> = {
  'Node with import': { file: 'main.mjs', text: ESM, command: () => [process.execPath] },
  'Node with require': { file: 'main.cjs', text: CJS, command: () => [process.execPath] },
  'Node from TypeScript': { file: 'main.mts', text: ESM, command: () => [process.execPath] },
  Bun: { file: 'main.ts', text: ESM, command: () => [tool('bun')] },
  Deno: {
    file: 'main.ts',
    text: ESM,
    command: () => [tool('deno'), 'run', '--no-lock', '--node-modules-dir=manual', '--allow-env', '--allow-net'],
  },
};

test.each(Object.entries(RUNTIMES))(
  'An empty project uses the installed package with %s',
  async (name, { file, text, command }) => {
    const project = await emptyProject(name.toLowerCase().replaceAll(' ', '-'));
    writeFileSync(join(project, file), text);
    const [program = '', ...args] = command();
    const env = { AID_URL: stack.baseUrl, AID_KEY: undefined, DENO_NO_UPDATE_CHECK: '1' };
    const { stdout } = await mustRun(program, [...args, file], { cwd: project, env });
    expect(stdout).toBe(PRINTS);
  },
);

test.each(['main.mjs', 'main.cjs'])(
  'Node 20 refuses the package at once, with one line that says why (%s)',
  async (file) => {
    const project = await emptyProject(`node-20-${file.slice(-3)}`);
    writeFileSync(join(project, file), file.endsWith('mjs') ? ESM : CJS);
    const { code, output } = await runCommand(join(tools, 'node_modules', 'node20', 'bin', 'node'), [file], {
      cwd: project,
    });
    expect(code).toBe(1);
    const lines = output.split('\n').filter((line) => line.includes('aid-stack needs Node 22'));
    expect(lines).toEqual([
      expect.stringMatching(
        /^\[?aid-stack needs Node 22 or newer; this is Node 20\.\d+\.\d+, which is no longer supported/,
      ),
    ]);
  },
);

/** How projects of today are set up, and one that was set up long ago. */
const SETUPS: Readonly<Record<string, { compiler: () => string; options: object; manifest?: object }>> = {
  'modules of Node': { compiler: () => tool('tsc'), options: { module: 'nodenext' }, manifest: { type: 'module' } },
  'CommonJS of Node': { compiler: () => tool('tsc'), options: { module: 'nodenext' }, manifest: { type: 'commonjs' } },
  'a bundler': { compiler: () => tool('tsc'), options: { module: 'esnext', moduleResolution: 'bundler' } },
  'TypeScript 7': { compiler: () => join(ROOT, 'node_modules', '.bin', 'tsc'), options: { module: 'nodenext' } },
};

test.each(Object.entries(SETUPS))(
  'The types of the package compile in strict mode with %s',
  async (name, { compiler, options, manifest }) => {
    const project = await emptyProject(`types-${name.toLowerCase().replaceAll(' ', '-')}`, manifest);
    const text = `${ESM.replace(BODY, '')}export async function main() {${BODY}}\n`;
    writeFileSync(join(project, 'main.ts'), text);
    const compilerOptions = {
      target: 'es2022',
      lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck: false,
      ...options,
    };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }));
    await mustRun(compiler(), ['--project', project]);
  },
);

/** What the examples of the README assume. */
const ASSUMED = `declare var aid: import('aid-stack').Aid;
declare var sent: import('aid-stack').SentMail;
declare var process: { env: Record<string, string> };
declare var request: Request;
declare var id: string, privateKey: string, rawBody: string, secret: string;
declare var signIn: (value: unknown) => Promise<void>;
`;

test('Every example of the README compiles against the package, and those of the first email and of tests run', async () => {
  const readme = readFileSync(join(ROOT, 'clients', 'typescript', 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, text = '']) => text);
  expect(blocks.length).toBeGreaterThanOrEqual(5);
  const project = await emptyProject('readme', { type: 'module' });
  writeFileSync(join(project, 'assumed.d.ts'), ASSUMED);
  for (const [index, text] of blocks.entries())
    writeFileSync(join(project, `example-${index}.ts`), `${text}export {};\n`);
  const compilerOptions = {
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
    strict: true,
    noEmit: true,
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  await mustRun(tool('tsc'), ['--project', project]);
  const run = async (heading: string) => {
    const index = blocks.findIndex((text) => readme.indexOf(text) > readme.indexOf(`## ${heading}\n`));
    const key = await newAgentKey();
    const { stdout } = await mustRun(process.execPath, [`example-${index}.ts`], {
      cwd: project,
      env: { AID_KEY: key, AID_URL: stack.baseUrl },
    });
    return stdout;
  };
  expect(await run('The first email')).toBe('delivered\n');
  expect(await run('Tests without a network')).toBe('Hi\n');
});

/** The key of a new agent. */
async function newAgentKey(): Promise<string> {
  const slug = `acme-${Date.now().toString(36)}`;
  const { admin_api_key: key } = await new Aid({ url: stack.baseUrl }).organizations.create({ name: 'Acme', slug });
  const organization = new Aid({ key, url: stack.baseUrl });
  const identity = await organization.identities.create({ handle: slug });
  return (await organization.apiKeys.create({ name: 'example', identityId: identity.id })).key;
}

test('attw and publint find nothing wrong with the package', async () => {
  await mustRun(tool('attw'), [tarball]);
  await mustRun(tool('publint'), ['--strict', tarball]);
});

test('The package has what it exports and nothing else, and each file that it names', async () => {
  const project = await emptyProject('contents');
  const installed = join(project, 'node_modules', 'aid-stack');
  const { stdout } = await mustRun('npm', ['ls', '--all', '--parseable'], { cwd: project });
  expect(stdout.trim().split('\n')).toHaveLength(2);
  const { exports } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  for (const entry of Object.values(exports).flatMap((one) =>
    typeof one === 'string' ? one : Object.values(one as object),
  )) {
    const files = typeof entry === 'string' ? [entry] : Object.values(entry as Record<string, string>);
    for (const file of files) expect(readFileSync(join(installed, file)).length, file).toBeGreaterThan(0);
  }
  const { stdout: packed } = await mustRun('tar', ['-tzf', tarball]);
  const unexpected = packed
    .trim()
    .split('\n')
    .filter(
      (file) =>
        !/^package\/(?:dist\/(?:esm|cjs)\/|(?:testing|webhooks)\/package\.json$|package\.json$|README\.md$|LICENSE$)/.test(
          file,
        ),
    );
  expect(unexpected).toEqual([]);
});
