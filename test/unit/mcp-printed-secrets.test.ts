import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { bridgeWithSecret } from '#test/support/bridge-with-secret.ts';
import { WAYS_TO_PRINT, type WayToPrint } from '#test/support/ways-to-print.ts';

/** Programs that print the secret of `run_with_secret`, each in its own way. */
const folder = mkdtempSync(join(tmpdir(), 'aid-mcp-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SECRET = 'pg/S3cret+Key&4711=xyzQ';
const BASH = 'bash';
const MARK = 'OUT:';

const setUp = () => bridgeWithSecret(folder, SECRET, [process.execPath, BASH]);

/** Prints the secret in that way, each line after the mark. */
function commandOf({ shell, node }: WayToPrint) {
  if (shell !== undefined) return { command: BASH, args: ['-c', `{ ${shell}; echo; } | sed 's/^/${MARK}/'`] };
  const program = `const s = process.env.S; for (const line of String(${node}).split('\\n')) console.log('${MARK}' + line)`;
  return { command: process.execPath, args: ['-e', program] };
}

async function printed(way: WayToPrint, others: object) {
  const { run } = await setUp();
  return run('', { ...commandOf(way), environment_variable: 'S', ...others });
}

/** What one who knows the way reads in an output. */
function readIn(stdout: string, { read }: WayToPrint): string {
  const text = stdout.replaceAll(new RegExp(`^${MARK}`, 'gm'), '').replace(/\n+$/, '');
  try {
    return read(text);
  } catch {
    return '';
  }
}

/** The ways that a pattern lets through, because the redaction does not know them. No list of encodings is complete. */
const LET_THROUGH: readonly string[] = [
  'URL twice',
  'base64 twice',
  'base64, reversed',
  'base64 in lines of four',
  'base64 of the reversed text',
  'base32',
  'hex of the hex',
  'od in hex',
  'od in octal',
  'od in decimal',
  'bits',
  'codes in JSON',
  'one number',
  'UTF-16 in base64',
  'UTF-16 in hex',
  'quoted-printable',
  'reversed',
  'a line for each character',
  'lines of four characters',
  'spaces between characters',
  'dots between characters',
  'words between characters',
  'numbered characters',
  'numbered characters, sorted',
  'two halves in two lines',
  'the second half first',
  'every second character, and then the others',
  'rot13',
  'the next letter',
  'the other case',
  'each bit turned, in hex',
  'gzip in base64',
  'gzip in hex',
  'deflate in base64',
  'encrypted',
];

test('At least 41 ways to print are tried, and the secret can be read in the output of each', async () => {
  expect(new Set(WAYS_TO_PRINT.map(({ name }) => name)).size).toBe(WAYS_TO_PRINT.length);
  expect(WAYS_TO_PRINT.length).toBeGreaterThanOrEqual(41);
  for (const way of WAYS_TO_PRINT) {
    const { command, args } = commandOf(way);
    const { stdout } = await promisify(execFile)(command, args, { env: { ...process.env, S: SECRET } });
    expect(readIn(stdout, way), way.name).toBe(SECRET);
  }
});

test.concurrent.each(WAYS_TO_PRINT)(
  'Printed $name: without a pattern a model gets the exit code and sizes alone',
  async (way) => {
    const { content, structuredContent } = await printed(way, {});
    const bytes = Number(structuredContent?.stdout_bytes);
    expect(bytes).toBeGreaterThan(SECRET.length);
    // All of the result: two numbers of the program, and no text of it.
    expect(structuredContent).toEqual({
      exit_code: 0,
      timed_out: false,
      stdout: '',
      stderr: '',
      stdout_bytes: bytes,
      stderr_bytes: 0,
    });
    expect(content).toEqual([{ type: 'text', text: `Exit code: 0.\nstdout: ${bytes} bytes, not shown.` }]);
  },
);

test.concurrent.each(WAYS_TO_PRINT)(
  'Printed $name: a pattern for its lines lets through what the redaction does not know',
  async (way) => {
    const { structuredContent } = await printed(way, { show_lines: [`${MARK}*`] });
    const stdout = String(structuredContent?.stdout);
    expect(stdout).not.toContain(SECRET);
    expect(readIn(stdout, way) === SECRET, stdout).toBe(LET_THROUGH.includes(way.name));
  },
);
