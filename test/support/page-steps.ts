import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedStack } from '#testing/fixture.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** The commands that a page asks its reader to paste, and the output that it shows. */
export interface Step {
  readonly commands: string;
  readonly expected: string | undefined;
}

/** The shell blocks of a page between two texts, each with the output block after it. */
export function stepsOf(page: string, from: string, to: string): Step[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const start = text.indexOf(from);
  const section = text.slice(start, to === '' ? undefined : text.indexOf(to, start));
  const blocks = [...section.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language, block = '']) => ({
    language,
    text: block,
  }));
  return blocks.flatMap(({ language, text: commands }, index) => {
    if (language !== 'sh') return [];
    const next = blocks[index + 1];
    return [{ commands, expected: next === undefined || next.language === 'sh' ? undefined : next.text }];
  });
}

/**
 * The commands with a number of their own in the names that they make unique. Pages take the time in seconds for it,
 * and two tests may begin a page in the same second.
 */
export function withOwnNumber(commands: string): string {
  return commands.replaceAll(/\bN=\$\(date \+%s\)/g, `N=${randomInt(1e9, 1e10)}`);
}

/** The commands with the addresses of the stack of the tests. `receiver`: the port of the receiver that they start. */
export function onSharedStack(commands: string, receiver: string): string {
  const { baseUrl, smtpPort } = sharedStack();
  return withOwnNumber(commands)
    .replaceAll('http://127.0.0.1:8787', baseUrl)
    .replaceAll('127.0.0.1:2525', `127.0.0.1:${smtpPort}`)
    .replaceAll('127.0.0.1:9090', `127.0.0.1:${receiver}`)
    .replaceAll(/(node examples\/receiver\.mjs "[^\n]*?")( >)/g, `$1 ${receiver}$2`);
}

/** Parts that differ from run to run: ids, keys, times, ports, and the number that makes names unique. */
export function normalized(text: string): string {
  return text
    .replace(/_[0-9A-HJKMNP-TV-Z]{26}\b/g, '_ID')
    .replace(/\baid_(org|agt|usr|sat|oat|ort|oac)_\w+/g, 'aid_$1_KEY')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/-\d{10}\b/g, '-N')
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
    .trim();
}
