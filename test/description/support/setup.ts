import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { DEFAULT_LIMITS, type Limits } from '#shared/domain/limits/limits.ts';
import { type Stack, startStack } from '#testing/stack.ts';
import { installTools, type Tools } from './install-tools.ts';

declare module 'vitest' {
  interface ProvidedContext {
    tools: Tools;
    /** Path of the description as the stack serves it. */
    description: string;
    /** Folder for the output of the checks. */
    workspace: string;
  }
}

/** Limits out of reach of a run, which checks the operations and not the rate limits. */
const UNREACHED = 1_000_000;

/**
 * Every event is delivered to every matching endpoint, and generated requests make thousands of events: a few endpoints
 * are enough.
 */
const WEBHOOKS = 40;

/** Durations keep their default. */
const DURATION = /(?:Ms|Seconds|Minutes|Hours|Days)$/;

const LIMITS: Limits = {
  ...DEFAULT_LIMITS,
  ...Object.fromEntries(
    Object.keys(DEFAULT_LIMITS)
      .filter((name) => !DURATION.test(name))
      .map((name) => [name, UNREACHED]),
  ),
  webhooksPerAgent: WEBHOOKS,
  webhooksPerOrganization: WEBHOOKS,
};

/**
 * Postpones all deliveries, because a generated URL may belong to a real server. A failed delivery is retried tomorrow.
 */
const SETTINGS = {
  AID_EPHEMERAL: '1',
  AID_LOOPBACK_ONLY: '1',
  AID_DELIVERY_DELAYS: '86400',
  AID_LIMITS: JSON.stringify(LIMITS),
};

let stack: Stack | undefined;
let temporary: string | undefined;

/**
 * The global setup of Vitest: starts one stack, saves the description that it serves, and installs the tools in a
 * temporary folder, or in the one that `AID_TOOLS_DIR` names, where the next run finds them.
 */
export async function setup(project: TestProject): Promise<void> {
  temporary = mkdtempSync(join(tmpdir(), 'aid-description-'));
  const [started, tools] = await Promise.all([
    startStack(SETTINGS),
    installTools(process.env.AID_TOOLS_DIR ?? join(temporary, 'tools')),
  ]);
  stack = started;
  const description = join(temporary, 'openapi.json');
  const response = await fetch(`${stack.baseUrl}/v1/openapi.json`);
  writeFileSync(description, await response.text());
  const workspace = join(temporary, 'work');
  mkdirSync(workspace);
  project.provide('stack', { baseUrl: stack.baseUrl, smtpPort: stack.smtpPort });
  project.provide('tools', tools);
  project.provide('description', description);
  project.provide('workspace', workspace);
}

export async function teardown(): Promise<void> {
  await stack?.stop();
  const errors = stack?.errors().trim() ?? '';
  if (errors !== '') console.error(`the stack wrote to its standard error:\n${errors.slice(0, 20_000)}`);
  if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true });
}
