import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { LocalFiles } from '#clients/cli/src/mcp/local-files.ts';
import type { ToolResult } from '#clients/cli/src/mcp/messages.ts';

/** Names of files in which agents look for instructions, and names that file systems take for them. */
export const STEERING = [
  ...['CLAUDE.md', 'claude.md', 'CLAUDE.local.md', 'AGENTS.md', 'AGENTS', 'GEMINI.md', 'SKILL.md', 'mcp.json'],
  ...['copilot-instructions.md', 'style.instructions.md', 'rule.mdc', 'claude_desktop_config.json', 'ＣＬＡＵＤＥ.md'],
  ...['CLAUDE.md.', 'CLAUDE.md ', 'CLAUDE.md::$DATA', 'CLAUDE~1.MD', 'CLA\u200cUDE.md', 'inner/AGENTS.md'],
];

/** A folder that a bridge may use until the tests of a file are over, with files, hidden ones and ways out of it. */
export function useBridgeFiles() {
  const outside = mkdtempSync(join(tmpdir(), 'aid-mcp-'));
  afterAll(() => rmSync(outside, { recursive: true, force: true }));
  const folder = join(outside, 'work');
  mkdirSync(join(folder, '.git'), { recursive: true });
  mkdirSync(join(folder, 'inner'));
  writeFileSync(join(outside, 'key.pem'), 'secret');
  writeFileSync(join(folder, 'Größe.pdf'), 'PDF');
  writeFileSync(join(folder, 'data.unknown-type'), Buffer.from([0, 255, 10]));
  writeFileSync(join(folder, '.env'), 'TOKEN=1');
  writeFileSync(join(folder, '.git', 'config'), 'x');
  symlinkSync(join(outside, 'key.pem'), join(folder, 'link.txt'));
  symlinkSync(outside, join(folder, 'way-out'));
  symlinkSync(join(outside, 'absent.pem'), join(folder, 'dangling.txt'));
  symlinkSync(join(folder, '.env'), join(folder, 'link-to-hidden.txt'));
  writeFileSync(join(folder, 'large.bin'), '');
  truncateSync(join(folder, 'large.bin'), 3.5 * 1024 * 1024 + 1);
  writeFileSync(join(folder, 'fitting.bin'), '');
  truncateSync(join(folder, 'fitting.bin'), 3.5 * 1024 * 1024);
  return { outside, folder, files: new LocalFiles({ read: [folder], save: [folder] }, folder) };
}

/** The text of the result of a tool, and whether it is an error. */
export function textOf({ content, isError }: ToolResult) {
  return { isError, text: content[0]?.text };
}
