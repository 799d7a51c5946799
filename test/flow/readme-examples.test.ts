import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { freePort } from '#local/http/free-port.ts';
import { sharedStack } from '#testing/fixture.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);

/** The commands that a page asks its reader to paste, and the output that it shows. */
interface Step {
  commands: string;
  expected: string | undefined;
}

/** The shell blocks of a page between two headings, each with the output block after it. */
function stepsOf(page: string, from: string, to: string): Step[] {
  const start = page.indexOf(from);
  const section = page.slice(start, to === '' ? undefined : page.indexOf(to, start));
  const blocks = [...section.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language, text = '']) => ({
    language,
    text,
  }));
  return blocks.flatMap(({ language, text }, index) => {
    if (language !== 'sh') return [];
    const next = blocks[index + 1];
    return [{ commands: text, expected: next === undefined || next.language === 'sh' ? undefined : next.text }];
  });
}

/** Parts that differ from run to run: ids, keys, times. */
function normalize(text: string): string {
  return text
    .replace(/_[0-9A-HJKMNP-TV-Z]{26}\b/g, '_ID')
    .replace(/\baid_(org|agt|usr)_\w+/g, 'aid_$1_KEY')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
    .trim();
}

/** Pastes the steps into one shell, block by block, in a separate folder. */
async function paste(steps: readonly Step[]): Promise<string[]> {
  const { baseUrl, smtpPort } = sharedStack();
  const receiver = String(await freePort());
  const script = steps
    .map(({ commands }) => `echo "=== step"\n${commands}`)
    .join('\n')
    .replaceAll('http://127.0.0.1:8787', baseUrl)
    .replaceAll('127.0.0.1:2525', `127.0.0.1:${smtpPort}`)
    .replaceAll('127.0.0.1:9090', `127.0.0.1:${receiver}`)
    .replaceAll(/(node examples\/receiver\.mjs "[^\n]*?")( >)/g, `$1 ${receiver}$2`);
  const folder = await mkdtemp(join(tmpdir(), 'aid-walk-'));
  try {
    await symlink(join(ROOT, 'examples'), join(folder, 'examples'));
    const { stdout } = await run('bash', ['-c', script], { cwd: folder, timeout: 60_000 });
    return stdout.split('=== step\n').slice(1);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

test.skipIf(!hasOpenssl)('The proof of the vault by openssl needs openssl, which is on this machine', () => {
  expect(hasOpenssl).toBe(true);
});

describe.each([
  { page: 'README.md', from: '## Five minutes', to: '## Follow the log' },
  { page: 'docs/people.md', from: '# People', to: '## What is refused' },
  {
    page: 'docs/vault.md',
    from: '## From a key to a value',
    to: hasOpenssl ? '## When a private key is lost' : '## The same proof with openssl',
  },
  { page: 'docs/mail.md', from: '## A mail and its outcomes', to: '## What may be sent' },
])('the examples of $page', ({ page, from, to }) => {
  test('The examples of the page print what the page shows, pasted line by line', { timeout: 90_000 }, async () => {
    const steps = stepsOf(await readFile(join(ROOT, page), 'utf8'), from, to);
    expect(steps.length).toBeGreaterThan(3);
    const outputs = await paste(steps);
    steps.forEach(({ commands, expected }, index) => {
      if (expected === undefined) return;
      const output = normalize(outputs[index] ?? '');
      // A page may show only the last reply of a block.
      expect(
        output.endsWith(normalize(expected)),
        `after\n${commands}\nthe page says\n${expected}\nand there came\n${output}`,
      ).toBe(true);
    });
  });
});
