import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reservePort } from '#testing/reserved-port.ts';
import { type Stack, startStack } from '#testing/stack.ts';
import { eventually } from '../support/eventually.ts';
import { endDelays, sendFromNewDomain, sentFrom } from '../support/new-domain-stack.ts';

const FIRST_DAY = 2;
const EMAILS = 5;

let stateDir: string;
let settings: Record<string, string>;
let stack: Stack;

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'aid-new-domain-test-'));
  settings = {
    AID_STATE_DIR: stateDir,
    AID_CHECK_ACCESS: '1',
    AID_PORT: String(await reservePort()),
    AID_SMTP_PORT: String(await reservePort()),
  };
  stack = await startStack({ ...settings, AID_DOMAIN_RAMP: String(FIRST_DAY) });
});

afterAll(async () => {
  await stack?.stop();
  await rm(stateDir, { recursive: true, force: true });
});

test('A new domain sends what its first day allows, and the rest is queued, until the stage does not limit new domains any more', async () => {
  const { from, messages } = await sendFromNewDomain(stack, EMAILS);
  await eventually(async () => {
    const all = await messages();
    expect(all.filter(({ status }) => status === 'delivered')).toHaveLength(FIRST_DAY);
    const waiting = all.filter(({ detail }) => detail?.includes('is a new domain') === true);
    expect(waiting.map(({ status }) => status)).toEqual(Array(EMAILS - FIRST_DAY).fill('queued'));
  });
  expect(await sentFrom(stack, from)).toBe(FIRST_DAY);

  await stack.stop();
  endDelays(stateDir);
  stack = await startStack(settings);
  await eventually(async () => {
    expect((await messages()).map(({ status }) => status)).toEqual(Array(EMAILS).fill('delivered'));
  });
  expect(await sentFrom(stack, from)).toBe(EMAILS);
});
