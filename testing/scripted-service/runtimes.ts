import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allScenarios, type TopicScenario } from './scenario-files.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/**
 * What a scenario may differ by: the client, or the kind of its runtime. `not_in` of a scenario names one of them, or a
 * language.
 */
export const RUNTIME_KINDS = {
  node: { title: 'Node', language: 'typescript' },
  bun: { title: 'Bun', language: 'typescript' },
  deno: { title: 'Deno', language: 'typescript' },
  browser: { title: 'Browser', language: 'typescript' },
  'python-sync': { title: 'Python, `Aid`', language: 'python' },
  'python-async': { title: 'Python, `AsyncAid`', language: 'python' },
  go: { title: 'Go', language: 'go' },
} as const;

export type RuntimeKind = keyof typeof RUNTIME_KINDS;

/**
 * The kinds that send a request again without saying so if a connection that they have used before is reset before the
 * response: browsers and Deno any request, Bun those that only read.
 *
 * See: RFC 9110, section 9.2.2.
 */
export const SEND_AGAIN: readonly RuntimeKind[] = ['bun', 'deno', 'browser'];

const BOTH_CLIENTS = ['python-sync', 'python-async'] as const;

/** A runtime that an SDK is promised for, and how the promise is tried. */
export interface Runtime {
  readonly id: string;
  /** Its name and version. */
  readonly name: string;
  readonly kinds: readonly RuntimeKind[];
  /** The test file that runs every scenario with it. */
  readonly test: string;
  /** Where the runtime comes from. */
  readonly source: string;
}

/** The oldest Go that the SDK promises, in its last patch. */
export const OLDEST_GO = 'go1.24.13';

const NODE_TEST = 'test/sdk-typescript/scenarios.test.ts';
const BUN_AND_DENO_TEST = 'test/sdk-typescript/scenarios-bun-deno.test.ts';
const OTHER_PYTHONS_TEST = 'test/sdk-python/oldest-python.test.ts';

const FROM_NPM = 'npm';
const WHERE_FOUND = 'the machine, where it has it';

/** Every runtime that the SDKs are tried with. See: docs/decisions/0072-runtimes-of-the-sdks.md. */
export const RUNTIMES: readonly Runtime[] = [
  { id: 'node-22', name: `Node ${pinned('node22')}`, kinds: ['node'], test: NODE_TEST, source: FROM_NPM },
  { id: 'node-24', name: `Node ${pinned('node')}`, kinds: ['node'], test: NODE_TEST, source: FROM_NPM },
  { id: 'bun', name: `Bun ${pinned('bun')}`, kinds: ['bun'], test: BUN_AND_DENO_TEST, source: FROM_NPM },
  { id: 'deno', name: `Deno ${pinned('deno')}`, kinds: ['deno'], test: BUN_AND_DENO_TEST, source: FROM_NPM },
  {
    id: 'chromium',
    name: 'Chromium',
    kinds: ['browser'],
    test: 'test/sdk-typescript/scenarios-browser.test.ts',
    source: 'the distribution',
  },
  {
    id: 'python',
    name: 'Python 3.11 or later, the first on the path',
    kinds: BOTH_CLIENTS,
    test: 'test/sdk-python/scenarios.test.ts',
    source: 'the distribution',
  },
  ...(
    [
      ['3.10', 'lowest'],
      ['3.10', 'newest'],
      ['3.13', 'lowest'],
      ['3.13', 'newest'],
    ] as const
  ).map(([version, dependencies]) => ({
    id: `python-${version}-${dependencies}`,
    name: `Python ${version} with the ${dependencies} dependencies`,
    kinds: BOTH_CLIENTS,
    test: OTHER_PYTHONS_TEST,
    source: WHERE_FOUND,
  })),
  {
    id: 'python-newest',
    name: 'The newest Python, if it is newer than 3.13',
    kinds: BOTH_CLIENTS,
    test: OTHER_PYTHONS_TEST,
    source: WHERE_FOUND,
  },
  {
    id: 'go-oldest',
    name: `Go ${OLDEST_GO.slice('go'.length)}`,
    kinds: ['go'],
    test: 'test/sdk-go/oldest-go.test.ts',
    source: 'the module proxy of Go',
  },
  {
    id: 'go',
    name: 'Go 1.26 or later, that of the path',
    kinds: ['go'],
    test: 'test/sdk-go/go-tests.test.ts',
    source: 'the machine',
  },
];

/** The runtimes that a test file, by its path from the root of the project, runs the scenarios with. */
export function runtimesOf(test: string): readonly Runtime[] {
  const found = RUNTIMES.filter((runtime) => runtime.test === test);
  if (found.length === 0) throw new Error(`testing/scripted-service/runtimes.ts has no runtime of ${test}`);
  return found;
}

/**
 * Where the scenarios with hooks of OpenTelemetry are run for a language, if not with all others: these hooks are a
 * package apart, or need one.
 */
const TRACED_APART: Readonly<Record<string, string>> = {
  typescript: 'In TypeScript, `test/unit/typescript-otel.test.ts` runs it, with Node.',
  go: 'In Go, the tests of the module `aidstackotel` run it.',
};

/** Why a kind of runtime does not run a scenario with all others; `undefined` if it does. */
export function exceptionOf({ not_in: notIn = {}, client }: TopicScenario, kind: RuntimeKind): string | undefined {
  const { language } = RUNTIME_KINDS[kind];
  return notIn[kind] ?? notIn[language] ?? (client?.hooks === 'otel' ? TRACED_APART[language] : undefined);
}

/** The titles of the scenarios that a kind of runtime runs, sorted. */
export function scenariosOf(kind: RuntimeKind): string[] {
  return allScenarios()
    .filter((scenario) => exceptionOf(scenario, kind) === undefined)
    .map(({ topic, name }) => `${topic}: ${name}`)
    .sort();
}

/** The exact version of a package that is a runtime: of the tools of the TypeScript SDK, or of the project itself. */
function pinned(name: string): string {
  for (const file of ['test/sdk-typescript/tools/package.json', 'package.json']) {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
    const version: string | undefined = { ...dependencies, ...devDependencies }[name];
    if (version !== undefined) return version.replace(/^.*@/, '');
  }
  throw new Error(`no package.json pins ${name}`);
}
