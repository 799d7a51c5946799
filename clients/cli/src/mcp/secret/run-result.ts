import { counted } from '../../output/counted.ts';
import type { ToolResult } from '../messages.ts';
import type { CommandResult } from './run-command.ts';

/** What a model gets of a program that has ended. */
export function resultOf({ exitCode, isTimedOut, stdout, stderr }: CommandResult): ToolResult {
  const end = isTimedOut
    ? 'The program was stopped because it timed out.'
    : `Exit code: ${exitCode ?? 'none; it was stopped'}.`;
  const outputs = Object.entries({ stdout, stderr }).map(([name, { bytes, text }]) =>
    bytes === 0 ? '' : text === '' ? `${name}: ${counted(bytes, 'byte')}, not shown.` : `${name}:\n${text}`,
  );
  return {
    content: [{ type: 'text', text: [end, ...outputs].filter((part) => part !== '').join('\n') }],
    structuredContent: {
      ...(exitCode !== undefined && { exit_code: exitCode }),
      timed_out: isTimedOut,
      stdout: stdout.text,
      stderr: stderr.text,
      stdout_bytes: stdout.bytes,
      stderr_bytes: stderr.bytes,
    },
  };
}
