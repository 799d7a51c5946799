import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withOwnNumber } from './page-steps.ts';

const README = join(import.meta.dirname, '..', '..', 'README.md');

/** The five minutes of the README: the line before the commands, and each command with the output that is shown. */
export function readmeCommands(): { definition: string; steps: { command: string; shown: string }[] } {
  const page = readFileSync(README, 'utf8');
  const start = page.indexOf('## Five minutes');
  const section = page.slice(start, page.indexOf('| Feature', start));
  const steps: { command: string; shown: string }[] = [];
  for (const [, language, text = ''] of section.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)) {
    const commands = text.split('\n').filter((line) => line.startsWith('aid '));
    if (language === 'sh') steps.push(...commands.map((command) => ({ command, shown: '' })));
    else Object.assign(steps.at(-1) ?? {}, { shown: text });
  }
  const [definition = ''] = /^aid\(\) .*$/m.exec(section) ?? [];
  return { definition: withOwnNumber(definition), steps };
}

/** Parts that differ from run to run: ids, times, folders, the number in the names, and the columns that follow. */
export function withoutOwnParts(text: string): string {
  return text
    .replace(/(https?:\/\/)[^;]+; the key is stored in \S+/g, '$1HOST; the key is stored in FILE.')
    .replace(/\b([a-z]{3})_[0-9A-HJKMNP-TV-Z]{26}\b/g, '$1_ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/-\d{6,10}(?!\d)…?/g, '-N')
    .replace(/ +/g, ' ')
    .trim();
}
