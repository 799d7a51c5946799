import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { mustRun } from '../support/tools/run-command.ts';
import { CJS, ESM, usePackedSdk } from './support/packed-sdk.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const TSC = join(ROOT, 'node_modules', '.bin', 'tsc');

const sdk = usePackedSdk();

const PROGRAMS = [
  { file: 'main.mjs', text: ESM },
  { file: 'main.cjs', text: CJS },
  { file: 'main.mts', text: ESM },
] as const;

test('An empty project uses the installed package with Node, by import, by require and from TypeScript', async () => {
  const project = await sdk.emptyProject('node');
  for (const program of PROGRAMS) await sdk.expectRuns(project, program, [process.execPath]);
});

test('The types of the package compile in strict mode with TypeScript 7', () =>
  sdk.expectCompiles('TypeScript 7', TSC, { options: { module: 'nodenext' } }));

/** What the examples of the README assume. */
const ASSUMED = `declare var aid: import('aid-stack').Aid;
declare var sent: import('aid-stack').SentMail;
declare var process: { env: Record<string, string> };
declare var request: Request;
declare var id: string, rawBody: string, secret: string;
declare var signIn: (value: unknown) => Promise<void>;
`;

test('Every example of the README compiles against the package, and those of the first email and of tests run', async () => {
  const readme = readFileSync(join(ROOT, 'clients', 'typescript', 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, text = '']) => text);
  expect(blocks.length).toBeGreaterThanOrEqual(5);
  const project = await sdk.emptyProject('readme', { type: 'module' });
  symlinkSync(join(ROOT, 'node_modules', '@opentelemetry'), join(project, 'node_modules', '@opentelemetry'));
  writeFileSync(join(project, 'assumed.d.ts'), ASSUMED);
  // An example uses undici. Its types need those of Node.
  symlinkSync(join(ROOT, 'node_modules', 'undici'), join(project, 'node_modules', 'undici'));
  for (const [index, text] of blocks.entries())
    writeFileSync(join(project, `example-${index}.ts`), `${text}export {};\n`);
  const compilerOptions = {
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  await mustRun(TSC, ['--project', project]);
  const run = async (heading: string) => {
    const index = blocks.findIndex((text) => readme.indexOf(text) > readme.indexOf(`## ${heading}\n`));
    const { key } = await makeAgent(await makeOrganization());
    const env = { AID_KEY: key, AID_URL: sharedStack().baseUrl };
    return (await mustRun(process.execPath, [`example-${index}.ts`], { cwd: project, env })).stdout;
  };
  expect(await run('The first email')).toBe('delivered\n');
  expect(await run('Tests without a network')).toBe('Hi\n');
});

/** A program that makes a call in a span, and prints the span of the call. */
const TRACED = `
const spans = new InMemorySpanExporter();
const tracerProvider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spans })] });
const aid = new Aid({ hooks: otelHooks({ tracerProvider }) });
aid.me().then(async ({ actor_type: type }) => {
  await tracerProvider.forceFlush();
  console.log(type, spans.getFinishedSpans().map(({ name, attributes }) => name + ' ' + attributes['http.response.status_code']).join());
});
`;

test.each([
  ['import', 'mjs', (names: string, module: string) => `import { ${names} } from '${module}';\n`],
  ['require', 'cjs', (names: string, module: string) => `const { ${names} } = require('${module}');\n`],
] as const)('A program that has OpenTelemetry traces the installed package, by %s', async (how, extension, load) => {
  const project = await sdk.emptyProject(`traced-${how}`);
  symlinkSync(join(ROOT, 'node_modules', '@opentelemetry'), join(project, 'node_modules', '@opentelemetry'));
  const modules =
    load('Aid', 'aid-stack') +
    load('otelHooks', 'aid-stack/otel') +
    load('InMemorySpanExporter, SimpleSpanProcessor, TracerProvider', '@opentelemetry/sdk-trace');
  writeFileSync(join(project, `main.${extension}`), modules + TRACED);
  const { key } = await makeAgent(await makeOrganization());
  const env = { AID_KEY: key, AID_URL: sharedStack().baseUrl };
  const { stdout } = await mustRun(process.execPath, [`main.${extension}`], { cwd: project, env });
  expect(stdout).toBe('agent GET /v1/me 200\n');
});

test('The package has what it exports and nothing else, and each file that it names', async () => {
  const project = await sdk.emptyProject('contents');
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
  const { stdout: packed } = await mustRun('tar', ['-tzf', sdk.tarball]);
  const known =
    /^package\/(?:dist\/(?:esm|cjs)\/|(?:otel|testing|webhooks)\/package\.json$|package\.json$|README\.md$|LICENSE$)/;
  const unexpected = packed
    .trim()
    .split('\n')
    .filter((file) => !known.test(file));
  expect(unexpected).toEqual([]);
});
