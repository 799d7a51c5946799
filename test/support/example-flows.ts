import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Agent, makeAgent, makeOrganization, type Organization, sharedStack } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { reservePort } from '#testing/reserved-port.ts';
import { eventually } from './eventually.ts';
import type { ExampleName } from './example-names.ts';
import type { Program } from './tools/start-program.ts';

/** Starts a program of `examples/`, in a folder of its own. */
export type StartExample = (
  name: string,
  run: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
) => Program;

/** What a flow has: an agent, and the program with its key. */
interface Flow {
  readonly organization: Organization;
  readonly agent: Agent;
  readonly start: (more?: Readonly<Record<string, string>>) => Program;
}

/** What each program does. They print the same in all languages. */
const FLOWS: Readonly<Record<ExampleName, (flow: Flow) => Promise<void>>> = {
  'first-reply': getReply,
  worker: doTask,
  follow: continueAfterStop,
  receiver: receiveDelivery,
  secret: useSecret,
  tunnel: serveTunnel,
  'wait-for-code': findCode,
};

/** Runs a program of `examples/` against the shared stack, and expects that it does what it is for. */
export async function expectExample(name: ExampleName, folder: string, start: StartExample): Promise<void> {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  mkdirSync(folder, { recursive: true });
  const cwd = mkdtempSync(join(folder, 'run-'));
  const started: Program[] = [];
  try {
    await FLOWS[name]({
      organization,
      agent,
      start: (more = {}) => {
        const env = { ...process.env, AID_URL: sharedStack().baseUrl, AID_KEY: agent.key, ...more };
        const program = start(name, { cwd, env });
        started.push(program);
        return program;
      },
    });
  } finally {
    await Promise.all(started.map((program) => program.kill()));
  }
}

/** After how many looks something is done again. */
const REPEATED_AFTER = 20;

/** Waits until a program has printed something. */
async function shows(program: Program, text: RegExp): Promise<RegExpExecArray> {
  return eventually(async () => {
    const found = text.exec(program.output());
    if (found === null) throw new Error(`the program does not show ${text}: ${program.output()}`);
    return found;
  });
}

/**
 * Repeats something until a program shows its effect: the program may have begun to wait after the first time. Returns
 * how often it was done.
 */
async function showsAfter(program: Program, text: RegExp, act: () => Promise<unknown>): Promise<number> {
  let looks = 0;
  return eventually(async () => {
    if (text.test(program.output())) return Math.ceil(looks / REPEATED_AFTER);
    if (looks % REPEATED_AFTER === 0) await act();
    looks += 1;
    throw new Error(`the program does not show ${text}: ${program.output()}`);
  });
}

async function endsWell(program: Program): Promise<void> {
  expect(await program.ended, program.output()).toBe(0);
}

async function getReply({ agent, start }: Flow): Promise<void> {
  const program = start();
  const [to, inReplyTo] = await eventually(async () => {
    const { messages } = await agent.api.ok('listMessages', { params: { id: agent.id } });
    const sent = messages.find(({ subject, rfc_message_id: id }) => subject === 'Lunch?' && id !== null);
    if (sent === undefined) throw new Error('nothing was sent yet');
    return [sent.to[0]?.address ?? '', sent.rfc_message_id ?? ''] as const;
  });
  await sendMail({ from: to, to: agent.address, subject: 'Re: Lunch?', text: 'At one.', inReplyTo });
  await endsWell(program);
  expect(program.output()).toMatch(new RegExp(`^${to}( says)? At one\\.$`, 'm'));
}

async function doTask({ organization, agent, start }: Flow): Promise<void> {
  const caller = await makeAgent(organization);
  const body = { to_identity_id: agent.id, message: 'the minutes' };
  const { id } = await caller.api.ok('createTask', { body });
  const program = start();
  const state = async () => (await caller.api.ok('getTask', { params: { id } })).state;
  await eventually(async () => expect(await state()).toBe('input_required'));
  await caller.api.ok('addTaskMessage', { params: { id }, body: { message: '2026' } });
  await eventually(async () => expect(await state()).toBe('completed'));
  const { messages } = await caller.api.ok('getTask', { params: { id } });
  const said = messages.filter(({ role }) => role === 'worker').map(({ parts }) => parts[0]?.text);
  expect(said).toEqual(['Reading.', 'Of which year?', 'A summary of the minutes in 2026.']);
  program.stop();
  await program.ended;
}

async function continueAfterStop({ agent, start }: Flow): Promise<void> {
  const write = (text: string) => sendMail({ from: 'ada@example.com', to: agent.address, subject: 'News', text });
  const first = start();
  const written = await showsAfter(first, /^ada@example\.com wrote The first one\.$/m, () => write('The first one.'));
  // Emails that are on their way at once arrive in any order.
  const query = { type: 'mail.received', limit: 200 } as const;
  await eventually(async () => expect((await agent.api.ok('listEvents', { query })).events).toHaveLength(written));
  // The position is saved when the loop asks for the next event.
  await write('The second one.');
  await shows(first, /wrote The second one\./);
  await first.kill();
  await write('The third one.');
  const second = start();
  await shows(second, /wrote The third one\./);
  expect(second.output()).not.toContain('The first one.');
}

async function receiveDelivery({ organization, agent, start }: Flow): Promise<void> {
  const port = await reservePort();
  const url = `http://127.0.0.1:${port}/`;
  const { secret } = await organization.api.ok('createWebhook', { body: { url, event_types: ['mail.received'] } });
  const program = start({ PORT: String(port), WEBHOOK_SECRET: secret });
  await shows(program, /^listening on /m);
  await sendMail({ to: agent.address, subject: 'News', text: 'Hello.' });
  await shows(program, /^mail\.received evt_\w+$/m);
  const forged = await fetch(url, { method: 'POST', body: '{"id":"evt_1","type":"mail.received"}' });
  expect(forged.status).toBe(401);
  await shows(program, /^refused: /m);
}

async function useSecret({ start }: Flow): Promise<void> {
  const program = start();
  await endsWell(program);
  expect(program.output()).toBe('logged in as ada\n');
}

async function serveTunnel({ agent, start }: Flow): Promise<void> {
  const program = start();
  const [, url = ''] = await shows(program, /^serving (http\S+)$/m);
  const response = await fetch(`${url}hello`);
  expect([response.status, await response.text()]).toEqual([200, 'Hello from /hello']);
  program.stop();
  await endsWell(program);
  // On a busy machine, the program does not wait until the service has deleted its tunnel.
  await eventually(async () => {
    const { tunnels } = await agent.api.ok('listTunnels', {});
    expect(tunnels.filter(({ status }) => status === 'active')).toEqual([]);
  });
}

async function findCode({ agent, start }: Flow): Promise<void> {
  const program = start();
  const mail = { from: 'Shop <hello@shop.example>', to: agent.address, subject: 'Your code' };
  await showsAfter(program, /493018/, () => sendMail({ ...mail, text: 'Your verification code is 493018.' }));
  await endsWell(program);
}
