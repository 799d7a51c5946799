import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkOutLast } from '#testing/release-checkout.ts';
import { ROOT, startStack } from '#testing/stack.ts';
import { type Engine, startEngine } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { endDelays, sendFromNewDomain, sentFrom } from '../support/new-domain-stack.ts';
import { stateSettings } from './state-settings.ts';

const TIMEOUT_MS = 1_800_000;
const FIRST_DAY = 2;
const EMAILS = 5;

let engine: Engine;
let folder: string;
let settings: Readonly<Record<string, string>>;

beforeAll(async () => {
  engine = await startEngine();
  folder = mkdtempSync(join(tmpdir(), 'aid-new-domains-'));
  settings = await stateSettings(engine.endpoint, folder);
});

afterAll(async () => {
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** See: docs/decisions/0095-new-domains.md. */
test('Emails that wait for a later day of a new domain are sent by the last release after a rollback, and once', {
  timeout: TIMEOUT_MS,
}, async () => {
  const last = await checkOutLast();
  const limiting = { ...settings, AID_DOMAIN_RAMP: String(FIRST_DAY) };
  let stack = await startStack(limiting, { root: ROOT });
  const { from, messages } = await sendFromNewDomain(stack, EMAILS);
  const statuses = async () => (await messages()).map(({ status }) => status).sort();
  await eventually(async () => {
    const waiting = (await messages()).filter(({ detail }) => detail?.includes('is a new domain') === true);
    expect(waiting).toHaveLength(EMAILS - FIRST_DAY);
    expect(await sentFrom(stack, from)).toBe(FIRST_DAY);
  });
  await stack.kill();

  for (const release of [
    { root: last, settings },
    { root: ROOT, settings: limiting },
  ]) {
    endDelays(folder);
    stack = await startStack(release.settings, { root: release.root });
    await eventually(async () => expect(await statuses()).toEqual(Array(EMAILS).fill('delivered')));
    expect(await sentFrom(stack, from)).toBe(EMAILS);
    await stack.stop();
  }
});
