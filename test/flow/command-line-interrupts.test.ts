import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { type Agent, makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { HostileProxy } from '#testing/hostile-proxy/hostile-proxy.ts';
import { NO_FAULTS } from '#testing/hostile-proxy/plan.ts';
import { reservePort } from '#testing/reserved-port.ts';
import { eventually } from '../support/eventually.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', 'clients', 'cli', 'src', 'aid.ts');
const folder = mkdtempSync(join(tmpdir(), 'aid-interrupt-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Running {
  readonly child: ChildProcess;
  readonly key: string;
  readonly written: { output: string; errors: string };
}

/** The program in a process, as a shell starts it. */
function start(args: readonly string[], { key }: Pick<Agent, 'key'>, url: string): Running {
  const home = mkdtempSync(join(folder, 'home-'));
  const env = { PATH: process.env.PATH, AID_URL: url, AID_KEY: key, XDG_CONFIG_HOME: home, XDG_STATE_HOME: home };
  const child = spawn(process.execPath, [PROGRAM, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const written = { output: '', errors: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    written.output += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    written.errors += text;
  });
  return { child, key, written };
}

/** A way to the shared stack that a test can end, and the replies of the stack on it. */
async function openWay(): Promise<{ way: HostileProxy; replies: readonly string[] }> {
  const replies: string[] = [];
  const translate = (reply: string) => {
    replies.push(reply);
    return reply;
  };
  const upstream = sharedStack().baseUrl;
  const port = await reservePort();
  const way = await HostileProxy.start({ upstream, seed: 1, rates: NO_FAULTS, translate, port });
  onTestFinished(() => way.stop());
  return { way, replies };
}

/** Starts each command that runs until it is interrupted, and waits until it does its work. */
async function startAll({ way: { url }, replies }: Awaited<ReturnType<typeof openWay>>): Promise<readonly Running[]> {
  const organization = await makeOrganization();
  const agents = await Promise.all([1, 2, 3].map(() => makeAgent(organization)));
  const [tailing, listening, waiting] = agents as [Agent, Agent, Agent];
  const sent = await waiting.api.ok('sendMail', {
    params: { id: waiting.id },
    body: { to: [tailing.address], subject: 'x', text: 'x' },
  });
  const running = [
    start(['events', 'tail', '--since', '2000-01-01T00:00:00Z'], tailing, url),
    start(['webhooks', 'listen', '--forward-to', 'http://127.0.0.1:1/'], listening, url),
    start(['tunnel', '9'], organization, url),
    start(['mail', 'wait', sent.id], waiting, url),
  ] as const;
  const [tail, listen, tunnel] = running;
  await eventually(async () => {
    expect(tail.written.output).toContain('mail.received');
    expect(listen.written.output).toContain('"connected":true');
    expect(tunnel.written.output).toContain('"url"');
    expect(replies.some((reply) => reply.includes(`"id":"${sent.id}"`))).toBe(true);
  });
  return running;
}

/** Interrupts programs, and expects that each ends as one that was interrupted, without a word. */
async function interrupt(running: readonly Running[]): Promise<void> {
  const ended = running.map(async ({ child, written }) => {
    const closed = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGINT');
    return { code: await closed, errors: written.errors };
  });
  expect(await Promise.all(ended)).toEqual(running.map(() => ({ code: 130, errors: '' })));
}

test('Ctrl-C ends everything that follows, waits or serves with 130 and without a word', async () =>
  interrupt(await startAll(await openWay())));

test('Ctrl-C does so too while they try to reach a service that is gone', async () => {
  const opened = await openWay();
  const running = await startAll(opened);
  const port = Number(new URL(opened.way.url).port);
  await opened.way.stop();
  const tried = new Set<string>();
  const gone = createServer((request) => {
    tried.add(request.headers.authorization ?? '');
    request.socket.destroy();
  });
  await new Promise<void>((resolve) => gone.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void gone.close());
  await eventually(async () => expect([...tried].sort()).toEqual(running.map(({ key }) => `Bearer ${key}`).sort()));
  await interrupt(running);
});
