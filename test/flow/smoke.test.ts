import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Run } from '#scripts/smoke/run.ts';
import { runSteps, type Step } from '#scripts/smoke/run-steps.ts';
import { CLEAN_UP, STEPS } from '#scripts/smoke/steps.ts';
import { sharedStack } from '#testing/fixture.ts';
import { reservePort } from '#testing/reserved-port.ts';

const COMMAND = fileURLToPath(new URL('../../scripts/smoke.ts', import.meta.url));

async function smoke(...args: string[]) {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code] = await once(child, 'close');
  return { code, output, lines: output.trim().split('\n') };
}

const newRun = () => new Run({ url: sharedStack().baseUrl, timeoutMs: 60_000, signal: new AbortController().signal });

/** The status with which the API responds to a key. */
async function statusOf(key: string): Promise<number> {
  const { status } = await fetch(`${sharedStack().baseUrl}/v1/me`, { headers: { authorization: `Bearer ${key}` } });
  return status;
}

describe('npm run smoke', () => {
  test('Every step passes on the local stack, with one line for each and no secret in any', async () => {
    const { code, output, lines } = await smoke('--url', `${sharedStack().baseUrl}/`);
    expect(code, output).toBe(0);
    expect(lines.slice(0, -1).map((line) => line.split(/ +/).slice(0, 2))).toEqual(
      [...STEPS, CLEAN_UP].map(({ name }) => ['OK', name]),
    );
    expect(lines.at(-1)).toBe(`${STEPS.length + 1} passed, 0 failed, 0 skipped`);
    expect(output).not.toMatch(/aid_(?:org|agent)_|whsec_|ticket=/);
  });

  test('Without a service the first step fails, the others are skipped with their reason, and the exit code is 1', async () => {
    const { code, lines } = await smoke('--url', `http://127.0.0.1:${await reservePort()}`);
    expect(code).toBe(1);
    expect(lines[0]).toMatch(/^FAIL ready .*; this step needs the address of the API in --url/);
    expect(lines[1]).toMatch(/^SKIP entry-point +it needs the step ready$/);
    expect(lines.filter((line) => line.startsWith('SKIP'))).toHaveLength(STEPS.length - 1);
    expect(lines.at(-1)).toBe(`1 passed, 1 failed, ${STEPS.length - 1} skipped: ready failed`);
  });

  test.each([
    [[], '--url: expected the address of the API'],
    [['--url', 'ftp://x'], '--url: expected the address of the API'],
    [['--url', 'http://x', '--skip', 'dance'], '--skip: no such step: dance'],
    [['--url', 'http://x', '--timeout', '0'], '--timeout: expected a number of seconds'],
    [['--fast'], "Unknown option '--fast'"],
  ])('The arguments %j are refused with exit code 2', async (args, message) => {
    const { code, output } = await smoke(...args);
    expect(code).toBe(2);
    expect(output).toContain(`smoke: ${message}`);
  });
});

describe('the clean-up of the smoke test', () => {
  const failing: Step = {
    name: 'failing',
    after: ['agents'],
    needs: 'nothing',
    run: async () => {
      throw new Error('on purpose');
    },
  };

  test('After a failed step the keys are revoked, the agents suspended, and the webhook and tunnel deleted', async () => {
    const run = newRun();
    const isKept = ({ name }: Step) => ['ready', 'organization', 'agents', 'tunnel', 'webhook'].includes(name);
    const watched = STEPS.filter(isKept).map((step) => (step.name === 'organization' ? thenWatch(step) : step));
    const seen: Record<string, unknown> = {};
    /** Reads what is left after everything but the keys was removed. */
    function thenWatch(step: Step): Step {
      return {
        ...step,
        run: async () => {
          const detail = await step.run(run);
          run.undoLater('nothing', async () => {
            const list = async (name: string) =>
              (await run.call('GET', `/v1/${name}`, { key: run.made('orgKey') }))[name];
            seen.identities = (await list('identities')).map(({ status }: { status: string }) => status);
            seen.webhooks = await list('webhooks');
            seen.tunnels = await list('tunnels');
          });
          return detail;
        },
      };
    }
    const results = await runSteps(run, [...watched, failing], CLEAN_UP, { skipped: new Set(), onResult: () => {} });
    expect(results.map(({ step, outcome, detail }) => [step, outcome === 'OK' ? outcome : detail])).toEqual([
      ...watched.map(({ name }) => [name, 'OK']),
      ['failing', 'on purpose; this step needs nothing'],
      ['clean-up', 'OK'],
    ]);
    expect(seen).toEqual({ identities: ['suspended', 'suspended'], webhooks: [], tunnels: [] });
    expect(await statusOf(run.made('orgKey'))).toBe(401);
    expect(await statusOf(run.made<{ key: string }>('sender').key)).toBe(401);
  });

  test('A step that takes too long fails, and one that was left out is shown as skipped', async () => {
    const run = new Run({ url: sharedStack().baseUrl, timeoutMs: 300, signal: new AbortController().signal });
    const slow: Step = { ...failing, name: 'slow', after: [], run: () => run.until<string>(async () => undefined) };
    const results = await runSteps(run, [{ ...failing, after: [] }, slow], CLEAN_UP, {
      skipped: new Set(['failing']),
      onResult: () => {},
    });
    expect(results.map(({ outcome, detail }) => [outcome, detail])).toEqual([
      ['SKIP', 'left out by --skip'],
      ['FAIL', 'not done within 0.3 s; this step needs nothing'],
      ['OK', expect.stringContaining('0 things removed')],
    ]);
  });
});
