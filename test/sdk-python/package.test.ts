import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SendMailOptions } from 'nodemailer';
import { expect, test } from 'vitest';
import { mustRun } from '#test/support/tools/run-command.ts';
import { type Agent, makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { withTemporaryFolder } from '#testing/temporary-folder.ts';
import { checkOut, installWheel } from './support/installed-wheel.ts';
import { type Program, SDK, startScript } from './support/python-program.ts';
import { useSdk } from './support/use-sdk.ts';

const sdk = useSdk();

const README = readFileSync(join(SDK, 'README.md'), 'utf8');

/** The version of OpenTelemetry's SDK that the other tests have. */
const [, OTEL_VERSION = ''] =
  /^opentelemetry-sdk==(.+)$/m.exec(readFileSync(join(import.meta.dirname, 'tools', 'requirements.txt'), 'utf8')) ?? [];

/** The code of the README by the comment of its first line: `# first_reply.py`. */
function examples(): Record<string, string> {
  const blocks = [...README.matchAll(/^```python\n(# (\w+\.py)\n[\s\S]*?)^```$/gm)];
  return Object.fromEntries(blocks.map(([, code = '', name = '']) => [name, code]));
}

/** Those that end on their own, with what they print. */
const ENDING: Readonly<Record<string, RegExp>> = {
  'asynchronous.py': /^Lunch\?$/m,
  'secret.py': /^logged in as ada$/m,
  'webhook.py': /^$/,
  'raw.py': /^2 events, more: True\n200 True Works of /,
  'fake.py': /^$/,
  'hooks.py': /^GET \/v1\/me 200 \d+ ms$/m,
  'traced.py': /"name": "GET \/v1\/me"/,
};

/** Emails without what most have: a text, a subject, either of them. */
const ODD_MAIL = [
  { subject: 'Only a file', attachments: [{ filename: 'a.pdf', content: '%PDF-1.4', contentType: 'application/pdf' }] },
  { attachments: [{ filename: 'b.bin', content: 'binary', contentType: 'application/octet-stream' }] },
  { subject: 'Only HTML', html: '<p>Only <b>HTML</b>.</p>' },
  { subject: 'Nothing' },
];

/** Replies to the first sample, and what it prints of them. */
const REPLIES: readonly (readonly [SendMailOptions, RegExp])[] = [
  [{ text: 'At one.' }, /^ben@example.com says At one\.$/m],
  [{ attachments: [{ filename: 'map.bin', content: 'binary' }] }, /says nothing, or only with attachments$/m],
];

test('The wheel of the Python SDK, installed with nothing else, does what its README says', () =>
  withTemporaryFolder(useWheel));

async function useWheel(folder: string): Promise<void> {
  const python = await installWheel(sdk.bin, folder);
  const { stdout: packages } = await mustRun(python, ['-m', 'pip', 'list', '--format', 'freeze']);
  expect(packages).not.toMatch(/websockets|cryptography|opentelemetry/);
  await mustRun(python, ['-m', 'pip', 'install', '--quiet', '--no-input', `opentelemetry-sdk==${OTEL_VERSION}`]);
  const { baseUrl } = sharedStack();
  const organization = await makeOrganization(baseUrl);
  const [agent, other] = [await makeAgent(organization), await makeAgent(organization)];
  const env = { AID_URL: baseUrl, AID_KEY: agent.key, WEBHOOK_SECRET: 'whsec_x' };
  const found = examples();
  for (const [name, code] of Object.entries(found)) writeFileSync(join(folder, name), code);
  const run = (name: string) => startScript(python, name, { cwd: folder, env });

  const lines = (found['first_reply.py'] ?? '').split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  console.log(`from import to reply: ${lines.length} lines`);
  expect(lines.length).toBeLessThanOrEqual(12);
  const answered = new Set<string>();
  for (const [reply, said] of REPLIES) {
    const walk = run('first_reply.py');
    await replyAsPerson(agent, reply, answered);
    expect(await walk.ended, walk.output()).toBe(0);
    expect(walk.output()).toMatch(said);
  }

  for (const [name, expected] of Object.entries(ENDING)) {
    const { stdout } = await mustRun(python, ['-W', 'error', name], { cwd: folder, env });
    expect(stdout, name).toMatch(expected);
  }

  const follower = run('follow.py');
  await untilShows(follower, /wrote A new email\./, () =>
    sendMail({ to: agent.address, subject: 'News', text: 'A new email.' }),
  );

  // Any stranger can send these, so none may end an agent that was made of the samples.
  for (const mail of ODD_MAIL) await sendMail({ to: agent.address, ...mail });
  await untilShows(follower, /(wrote no text\n[\s\S]*){2}/, () => sendMail({ to: agent.address, ...ODD_MAIL[0] }));
  await untilShows(follower, /wrote The last one\./, () =>
    sendMail({ to: agent.address, subject: 'The last', text: 'The last one.' }),
  );
  await follower.kill();

  const signUp = run('wait_for_code.py');
  const code = {
    from: 'Shop <hello@shop.example>',
    to: agent.address,
    subject: 'Your code',
    text: 'Your verification code is 493018.',
  };
  await untilShows(signUp, /^enter 493018$/m, () => sendMail(code));
  expect(await signUp.ended, signUp.output()).toBe(0);

  const worker = run('worker.py');
  await oneTask(other, agent);
  await worker.kill();
  expect(Object.keys(found).sort()).toEqual(
    [...Object.keys(ENDING), 'first_reply.py', 'follow.py', 'wait_for_code.py', 'worker.py'].sort(),
  );
}

test('pip installs the Python SDK from a checkout, as a copy and editable, with both of its clients', () =>
  withTemporaryFolder(installCheckouts));

async function installCheckouts(folder: string): Promise<void> {
  const source = checkOut(folder);
  await mustRun(join(sdk.bin, 'python'), ['-m', 'venv', join(folder, 'venv')]);
  const python = join(folder, 'venv', 'bin', 'python');
  const install = (...args: string[]) => mustRun(python, ['-m', 'pip', 'install', '--quiet', '--no-input', ...args]);
  const program = 'from aid_stack import Aid, _sync; print(Aid.__module__, _sync.__file__)';
  const derivedModule = async () => (await mustRun(python, ['-c', program], { cwd: folder })).stdout.trim();

  await install(source);
  expect(await derivedModule()).toMatch(/^aid_stack\._sync\.client .*\/site-packages\/aid_stack\/_sync\/__init__\.py$/);
  const other = checkOut(join(folder, 'other'));
  await install('--no-deps', '--editable', other);
  expect(await derivedModule()).toBe(`aid_stack._sync.client ${join(other, 'src/aid_stack/_sync/__init__.py')}`);
}

/** Replies by SMTP to the email that the agent has sent, as a person with a mail program does. */
async function replyAsPerson(agent: Agent, reply: SendMailOptions, answered: Set<string>): Promise<void> {
  for (;;) {
    const { messages } = await agent.api.ok('listMessages', { params: { id: agent.id } });
    const isNew = (id: string | null) => id !== null && !answered.has(id);
    const id = messages.find(
      (one) => one.subject === 'Lunch?' && one.status === 'delivered' && isNew(one.rfc_message_id),
    )?.rfc_message_id;
    if (id) {
      answered.add(id);
      const to = agent.address;
      await sendMail({ from: 'ben@example.com', to, subject: 'Re: Lunch?', inReplyTo: id, ...reply });
      return;
    }
    await sleep(200);
  }
}

/** Repeats something until a program shows its effect. */
async function untilShows(program: Program, text: RegExp, act: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; !text.test(program.output()); attempt += 1) {
    // It may have begun to follow after the first one.
    if (attempt % 50 === 0) await act();
    if (attempt > 600) throw new Error(`the program does not show ${text}: ${program.output()}`);
    await sleep(200);
  }
}

async function oneTask(caller: Agent, worker: Agent): Promise<void> {
  const { id } = await caller.api.ok('createTask', { body: { to_identity_id: worker.id, message: 'The minutes' } });
  for (let isAnswered = false; ; ) {
    const task = await caller.api.ok('getTask', { params: { id } });
    if (task.state === 'input_required' && !isAnswered) {
      await caller.api.ok('addTaskMessage', { params: { id }, body: { message: '2026' } });
      isAnswered = true;
    } else if (task.state !== 'submitted' && task.state !== 'working' && task.state !== 'input_required') {
      expect(task.messages.at(-1)?.parts).toEqual([{ text: 'A summary of The minutes in 2026.' }]);
      return;
    }
    await sleep(200);
  }
}
