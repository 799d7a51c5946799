import { type CommandOptions, mustRun } from '../../support/tools/run-command.ts';

/** Words by which a generator reports that it left something out or had to guess. */
const WARNING = /\b(?:warn|error|skip|unsupported|not supported|ignor|omit|missing|unable|fail|deprecat|duplicate)/i;

/** Runs a generator, which must succeed, and returns the lines of its output that are warnings. */
export async function generatorWarnings(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<string[]> {
  const { output } = await mustRun(command, args, options);
  return output.split('\n').filter((line) => WARNING.test(line));
}
