import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { reservePort } from '#testing/reserved-port.ts';
import { sizeOf } from '#testing/test-size.ts';
import { normalized, onSharedStack, type Step, stepsOf } from '../support/page-steps.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** A page can be pasted again: its names are new each time. */
const ROUNDS = sizeOf({ usual: 1, full: 2 });
const run = promisify(execFile);

/** Pastes the steps into one shell, block by block, in a separate folder. */
async function paste(steps: readonly Step[]): Promise<{ outputs: string[]; left: string[] }> {
  const receiver = String(await reservePort());
  const blocks = steps.map(({ commands }) => `echo "=== step"\n${commands}`);
  const script = onSharedStack(blocks.join('\n'), receiver);
  const folder = await mkdtemp(join(tmpdir(), 'aid-walk-'));
  try {
    await symlink(join(ROOT, 'examples'), join(folder, 'examples'));
    const { stdout } = await run('bash', ['-c', script], { cwd: folder });
    return { outputs: stdout.split('=== step\n').slice(1), left: await readdir(folder) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

test.skipIf(!hasOpenssl)('The proof of the vault by openssl needs openssl, which is on this machine', () => {
  expect(hasOpenssl).toBe(true);
});

describe.each([
  { page: 'docs/walk.md', from: '# An email', to: '' },
  { page: 'docs/people.md', from: '# People', to: '## What is refused' },
  { page: 'docs/approvals.md', from: '# Approvals', to: '## Who decides' },
  {
    page: 'docs/vault.md',
    from: '## From a key to a value',
    to: hasOpenssl ? '## When a private key is lost' : '## The same proof with openssl',
  },
  { page: 'docs/mail.md', from: '## An email and its outcomes', to: '## What may be sent' },
])('the examples of $page', ({ page, from, to }) => {
  test('The examples of the page print what the page shows, pasted line by line, and leave no file', async () => {
    const steps = stepsOf(page, from, to);
    expect(steps.length).toBeGreaterThan(3);
    for (let round = 1; round <= ROUNDS; round += 1) {
      // The number in the names is the second of the walk.
      if (round > 1) await setTimeout(1_000);
      const { outputs, left } = await paste(steps);
      expect(left).toEqual(['examples']);
      steps.forEach(({ commands, expected }, index) => {
        if (expected === undefined) return;
        const output = normalized(outputs[index] ?? '');
        // A page may show only the last reply of a block.
        expect(
          output.endsWith(normalized(expected)),
          `time ${round}, after\n${commands}\nthe page says\n${expected}\nand there came\n${output}`,
        ).toBe(true);
      });
    }
  });
});

describe('the loops of docs/follow-the-log.md', () => {
  /** The first JavaScript block of the page after a text, as a program that ends with the first event. */
  async function loopAfter(text: string, key: string): Promise<Awaited<ReturnType<typeof run>>> {
    const page = await readFile(join(ROOT, 'docs', 'follow-the-log.md'), 'utf8');
    const [, loop = ''] = /^```js\n([\s\S]*?)^```$/m.exec(page.slice(page.indexOf(text))) ?? [];
    const folder = await mkdtemp(join(tmpdir(), 'aid-loop-'));
    try {
      const given = `const [api, key] = ${JSON.stringify([sharedStack().baseUrl, key])};
        let since = '2020-01-01T00:00:00Z';
        const handle = ({ type }) => { console.log(type); process.exit(0); };\n`;
      const library = pathToFileURL(join(ROOT, 'clients/typescript/src/index.ts')).href;
      await writeFile(join(folder, 'follow.mjs'), given + loop.replace("'aid-stack'", `'${library}'`));
      return await run(process.execPath, ['follow.mjs'], { cwd: folder });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  test.each(['An [event stream]', 'Without a WebSocket'])('The loop after "%s" gets an event', async (text) => {
    const organization = await makeOrganization();
    const { address } = await makeAgent(organization);
    await sendMail({ to: address, subject: 'Hello', text: 'Hello.' });
    const { stdout } = await loopAfter(text, organization.key);
    expect(stdout).toBe('mail.received\n');
  });

  test.each(['An [event stream]', 'Without a WebSocket'])(
    'The loop after "%s" ends with the error of a wrong key',
    async (text) => {
      await expect(loopAfter(text, `aid_org_${'x'.repeat(40)}`)).rejects.toThrow('auth.unauthorized');
    },
  );
});

describe('the program that prints a part of a reply', () => {
  const field = (reply: string, part: string) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'examples', 'field.mjs'), part], {
      input: reply,
      encoding: 'utf8',
    });
    return [status, stdout, stderr];
  };

  test('A part of a reply is printed as a line', () => {
    expect(field('{"key":"aid_1"}', '.key')).toEqual([0, 'aid_1\n', '']);
    expect(field('{"error":{"code":"x.y","message":"no"}}', '.error.code')).toEqual([0, 'x.y\n', '']);
  });

  test('Without a reply, or with an error, it says so in one line', () => {
    expect(field('', '.key')).toEqual([1, '', 'no reply: is the service running? npm start, in another terminal\n']);
    expect(field('<html>', '.key')).toEqual([1, '', 'not a reply of the service: <html>\n']);
    const error = '{"error":{"code":"auth.unauthorized","message":"The API key is missing."}}';
    expect(field(error, '.key')).toEqual([1, '', 'auth.unauthorized: The API key is missing.\n']);
  });
});
