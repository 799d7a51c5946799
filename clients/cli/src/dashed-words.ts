import { type Command, CommanderError } from 'commander';

/**
 * Makes words that begin with one `-` and are no option of the command its arguments, as in `aid search lamp -draft`.
 * An unknown word that begins with `--` stays an error, because it is more likely a misspelled option; the error says
 * where such words are taken as they are.
 */
export function takeDashedWords(command: Command): void {
  const parse = command.parseOptions.bind(command);
  command.parseOptions = (args) => {
    const { operands, unknown } = parse(args);
    // Commander stops at the first unknown word, and returns what follows it as unknown too, except known options.
    const end = unknown.indexOf('--');
    const before = end === -1 ? unknown : unknown.slice(0, end);
    const behind = end === -1 ? [] : unknown.slice(end + 1);
    if (before.some(isOption)) return { operands, unknown: before.filter(isOption) };
    return { operands: [...operands, ...before, ...behind], unknown: [] };
  };
  command.exitOverride((error) => {
    if (error.code !== 'commander.unknownOption') throw error;
    throw new CommanderError(
      error.exitCode,
      error.code,
      `${error.message}; words that begin with -- go behind a --: aid ${command.name()} -- '<words>'`,
    );
  });
}

function isOption(word: string): boolean {
  return word.startsWith('--') || word === '-h';
}
