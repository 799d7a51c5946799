import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CheckedApi } from '#testing/checked-api.ts';
import { freshName, makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { isGroupAlive } from '#testing/process-group.ts';
import { reservePort } from '#testing/reserved-port.ts';
import { type Ended, type Stack, StackDidNotStart, startStack } from '#testing/stack.ts';
import { eventually } from '../support/eventually.ts';
import { eventsOf, messageWith } from '../support/log-reader.ts';

/** Starts a stack that must fail to start, and returns how it ended. */
async function failedStart(settings: Record<string, string>): Promise<Ended> {
  try {
    const stack = await startStack(settings);
    await stack.kill();
  } catch (error) {
    if (error instanceof StackDidNotStart) return error.ended;
    throw error;
  }
  throw new Error('the stack started');
}

/** Occupies a port until the test ends it. */
async function takenPort(): Promise<{ port: number; server: Server }> {
  const port = await reservePort();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  return { port, server };
}

describe('two stacks from one checkout', () => {
  let stateDir: string;
  let second: Stack;

  beforeAll(async () => {
    stateDir = await mkdtemp(join(tmpdir(), 'aid-second-stack-'));
    second = await startStack({ AID_STATE_DIR: stateDir, AID_MAIL_DOMAIN: 'second.localhost' });
  });

  afterAll(async () => {
    if (isGroupAlive(second.pid)) await second.kill();
    await rm(stateDir, { recursive: true, force: true });
  });

  test('Two stacks from one checkout share no data', async () => {
    const [mine, theirs] = [await makeOrganization(), await makeOrganization(second.baseUrl)];
    const handle = freshName('both');
    const [here, there] = [await makeAgent(mine, handle), await makeAgent(theirs, handle)];
    expect(there.address).toBe(`${handle}@second.localhost`);
    await new CheckedApi(sharedStack().baseUrl, theirs.key).refused('getMe', 'auth.unauthorized');
    await new CheckedApi(second.baseUrl, mine.key).refused('getMe', 'auth.unauthorized');

    await expect(sendMail({ to: here.address, subject: 'x', text: 'x' }, second.smtpPort)).rejects.toMatchObject({
      responseCode: 550,
    });
    const subject = freshName('second');
    await sendMail({ to: there.address, subject, text: 'x' }, second.smtpPort);
    await messageWith(there, subject);
    expect(await eventsOf(mine, 0)).toEqual([]);
  });

  test('A second start on the same state folder is one clear line and exit 1', async () => {
    const ended = await failedStart({ AID_STATE_DIR: stateDir });
    expect(ended.code).toBe(1);
    expect(ended.stderr.trim().split('\n')).toHaveLength(1);
    expect(ended.stderr).toContain('in use');
  });

  test('A stack stops with all its children on SIGTERM, exits 0, and finds everything again at the next start', async () => {
    const organization = await makeOrganization(second.baseUrl);
    expect(await second.stop()).toBe(0);
    await eventually(() => expect(isGroupAlive(second.pid)).toBe(false));
    await expect(fetch(`${second.baseUrl}/v1/health`)).rejects.toThrow();

    second = await startStack({ AID_STATE_DIR: stateDir, AID_MAIL_DOMAIN: 'second.localhost' });
    expect(await new CheckedApi(second.baseUrl, organization.key).ok('getMe')).toMatchObject({
      org_id: organization.id,
    });
  });
});

describe('a start that must fail', () => {
  const taken: Server[] = [];

  afterAll(() => {
    for (const server of taken) server.close();
  });

  test.each(['AID_PORT', 'AID_SMTP_PORT'])(
    'A start with a busy port of %s says so in one line, and exits 1',
    async (name) => {
      const { port, server } = await takenPort();
      taken.push(server);
      const ended = await failedStart({ AID_EPHEMERAL: '1', [name]: String(port) });
      expect(ended.code).toBe(1);
      expect(ended.stdout).toBe('');
      expect(ended.stderr.trim().split('\n')).toHaveLength(1);
      expect(ended.stderr).toContain(String(port));
    },
  );

  test.each([
    ['AID_PORT', 'eighty'],
    ['AID_LIMITS', '{"noSuchLimit":1}'],
  ])('A start names the setting %s when it is %s, in one line, and exits 1', async (name, value) => {
    const ended = await failedStart({ AID_EPHEMERAL: '1', [name]: value });
    expect(ended.code).toBe(1);
    expect(ended.stderr.trim().split('\n')).toHaveLength(1);
    expect(ended.stderr).toContain(name);
    if (value.includes('noSuchLimit')) expect(ended.stderr).toContain('noSuchLimit');
  });
});
