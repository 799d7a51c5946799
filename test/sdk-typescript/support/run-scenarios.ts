import type * as Sdk from '#clients/typescript/src/index.ts';
import type { ScenarioCall } from './scenario.ts';
import { makeCall } from './scenario-call.ts';
import { type AidStack, errorReport } from './scenario-error.ts';
import { revived } from './scenario-values.ts';

/**
 * Runs the scenarios of `clients/vectors` with an SDK. It needs nothing but what Node, Bun, Deno and browsers have in
 * common, so the installed package can be tried in each of them.
 *
 * See: clients/vectors/README.md#scenarios.
 */

/** Which scenarios to run, and with what. */
export interface ScenarioOptions {
  readonly sdk: AidStack;
  /** The address of the scripted service. */
  readonly service: string;
  readonly runtime: 'node' | 'bun' | 'deno' | 'browser';
  /** Makes hooks with OpenTelemetry. Without it, the scenarios that need them are left out. */
  readonly trace?: () => Traced;
  /** Only the scenarios of these topics; all by default. */
  readonly topics?: readonly string[];
  /** Called with each result as soon as it is there. */
  readonly report?: (result: ScenarioResult) => void;
}

/** Hooks that make spans, and what they have made. */
export interface Traced {
  readonly hooks: Sdk.Hooks;
  /** The spans so far, as `clients/vectors/README.md` describes them. */
  readonly spans: () => readonly object[];
}

interface ListedScenario {
  readonly topic: string;
  readonly name: string;
  readonly not_in?: Readonly<Record<string, string>>;
  readonly service?: readonly { readonly on?: string }[];
  readonly client?: { readonly hooks?: string };
  readonly expect: object;
}

interface Run {
  readonly id: string;
  readonly client: Readonly<Record<string, unknown>>;
  readonly call: ScenarioCall | null;
}

/** The result of a scenario: no failures if the SDK did what it is to do. */
export interface ScenarioResult {
  readonly scenario: string;
  readonly failures: readonly string[];
}

/** How many scenarios run at once. A browser opens six connections to a server, and the others wait for these. */
const CONCURRENCY = { node: 20, bun: 20, deno: 20, browser: 4 } as const;

/** How long a scenario may take before it counts as one that does not end. Only a defect takes as long. */
const ENDS_WITHIN_MS = 300_000;

/** The header that hooks which are recorded add to a call. See: clients/vectors/README.md#the-client-and-the-call. */
const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

/** What the console gets while a scenario runs alone. */
let logged: string[] = [];

/** Runs all scenarios of the runtime, many at a time. */
export async function runScenarios(options: ScenarioOptions): Promise<ScenarioResult[]> {
  const { scenarios } = (await request(options.service, '/scenarios')) as { scenarios: ListedScenario[] };
  const { runtime, topics, report, trace } = options;
  const mine = scenarios.filter(
    ({ topic, client, not_in: notIn = {} }) =>
      !('typescript' in notIn) &&
      !(runtime in notIn) &&
      topics?.includes(topic) !== false &&
      (client?.hooks !== 'otel' || trace !== undefined),
  );
  const alone = mine.filter((scenario) => runsAlone(scenario, runtime));
  const original = console.error;
  console.error = (...words: unknown[]) => logged.push(words.map(String).join(' '));
  try {
    const queue = mine.filter((scenario) => !alone.includes(scenario));
    const results: ScenarioResult[] = [];
    const run = async (scenario: ListedScenario) => {
      const result = await withinLimit(options, scenario);
      report?.(result);
      results.push(result);
    };
    const work = async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        await run(next);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY[runtime] }, work));
    for (const scenario of alone) await run(scenario);
    return results;
  } finally {
    console.error = original;
  }
}

/**
 * Whether no other scenario runs at the same time: the log does not name its caller, and a browser opens a WebSocket to
 * a server only after its last one has opened or failed.
 *
 * See: RFC 6455, section 4.1.
 */
function runsAlone({ expect, service = [] }: ListedScenario, runtime: ScenarioOptions['runtime']): boolean {
  const usesLog = 'logged' in expect || 'not_logged' in expect || 'hooks' in expect;
  return usesLog || (runtime === 'browser' && service.some(({ on }) => on === 'websocket'));
}

function withinLimit(options: ScenarioOptions, scenario: ListedScenario): Promise<ScenarioResult> {
  const failures = [`it did not end within ${ENDS_WITHIN_MS} ms`];
  return new Promise((resolve, reject) => {
    const late = () => resolve({ scenario: `${scenario.topic}: ${scenario.name}`, failures });
    const timer = setTimeout(late, ENDS_WITHIN_MS);
    runScenario(options, scenario)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

async function runScenario(
  { sdk, service, trace }: ScenarioOptions,
  { topic, name }: ListedScenario,
): Promise<ScenarioResult> {
  const run = (await request(service, '/runs', { topic, name })) as Run;
  logged = [];
  const hooks: object[] = [];
  const traced = run.client.hooks === 'otel' ? trace?.() : undefined;
  let finish = async (): Promise<void> => {};
  let result: object;
  try {
    const settings = { ...settingsOf(run.client, hooks), ...(traced && { hooks: traced.hooks }) };
    const { call } = run;
    if (call?.method === 'verifyWebhook') {
      result = { value: verify(sdk, call) };
    } else {
      const aid = new sdk.Aid(settings);
      const made = call === null ? { value: null } : await makeCall(aid, call);
      finish = made.finish ?? finish;
      result = { value: made.value ?? null };
    }
  } catch (error) {
    result = { error: errorReport(sdk, error) };
  }
  // The last span of a tunnel is that of its deletion.
  if (traced !== undefined) await finish();
  const outcome = { language: 'typescript', ...result, logged, hooks, ...(traced && { spans: traced.spans() }) };
  const { failures } = (await request(service, `/outcomes/${run.id}`, outcome)) as { failures: string[] };
  await finish();
  return { scenario: `${topic}: ${name}`, failures };
}

/** The options of a client, with the names of this language. */
function settingsOf(client: Run['client'], hooks: object[]): Sdk.AidOptions {
  const { timeout_ms: timeoutMs, max_retries: maxRetries, transport, hooks: wantsHooks, ...others } = client;
  const { throws } = (transport ?? {}) as { throws?: string };
  const note = (hook: string) => (record: object) => hooks.push({ hook, ...inSnakeCase(record) });
  return revived({
    ...others,
    ...('timeout_ms' in client && { timeoutMs }),
    ...('max_retries' in client && { maxRetries }),
    ...(throws !== undefined && { fetch: () => Promise.reject(new Error(throws)) }),
    ...(wantsHooks === 'record' && { hooks: recordingHooks(note) }),
  }) as Sdk.AidOptions;
}

/** Hooks that note what they are called with, and add a header to the requests of each call. */
function recordingHooks(note: (hook: string) => (record: object) => void): Sdk.Hooks {
  return {
    request: note('request'),
    response: note('response'),
    retry: note('retry'),
    call: (call) => {
      note('call')(call);
      return { headers: { traceparent: TRACEPARENT }, end: note('end') };
    },
    handle: (handling) => {
      note('handle')(handling);
      return { end: note('handled') };
    },
  };
}

function inSnakeCase(record: object): object {
  const entries = Object.entries(record).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value instanceof Error ? String((value as { code?: string }).code ?? value.message) : value,
  ]);
  return Object.fromEntries(entries);
}

function verify(sdk: AidStack, call: ScenarioCall): unknown {
  const {
    body,
    headers,
    secrets,
    tolerance_seconds: tolerance,
  } = revived(call.delivery) as {
    body: string;
    headers: Record<string, string>;
    secrets: string;
    tolerance_seconds?: number;
  };
  return sdk.verifyWebhook(body, headers, secrets, tolerance === undefined ? {} : { toleranceSeconds: tolerance });
}

async function request(service: string, path: string, body?: object): Promise<unknown> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(service + path, init);
  if (!response.ok) throw new Error(`the scripted service responded with ${response.status} to ${path}`);
  return response.json();
}
