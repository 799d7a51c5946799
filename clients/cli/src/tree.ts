import { VERSION } from '../../typescript/src/generated/version.ts';
import type { HandCommand, HandOption } from './command.ts';
import { EXIT_CODES } from './exit-codes.ts';
import type { Operation } from './operation.ts';
import { argumentsOf, optionsOf } from './operations.ts';
import { flagOf } from './values.ts';

/** A command in the tree that `aid commands` prints. */
interface Described {
  readonly command: string;
  readonly title: string;
  readonly text: string;
  readonly arguments: readonly string[];
  readonly options: readonly HandOption[];
}

/** All commands and options, for programs. */
export function treeOf(operations: readonly Operation[], byHand: readonly HandCommand[], common: readonly object[]) {
  return {
    name: 'aid',
    version: VERSION,
    common_options: common,
    exit_codes: EXIT_CODES,
    commands: [...operations.map(describeOperation), ...byHand.map(describeByHand)].sort((one, other) =>
      one.command < other.command ? -1 : 1,
    ),
  };
}

function describeOperation(operation: Operation): Described {
  const { command, title, text, ...rest } = operation;
  return {
    command: command.join(' '),
    title,
    text,
    arguments: argumentsOf(operation),
    options: optionsOf(operation).map(({ name, kind, text: sentence, required, values }) => ({
      flags: kind === 'boolean' ? flagOf(name) : `${flagOf(name)} <${kind}>`,
      text: sentence,
      ...(required === true && { required }),
      ...(values !== undefined && { values }),
    })),
    ...(rest.list !== undefined && { list: true }),
    ...(rest.forAgent !== undefined && { agent: true }),
    ...(rest.changes === true && { dry_run: true }),
    ...(rest.destroys === true && { needs_yes: true }),
  };
}

function describeByHand({ command, title, text, arguments: args, options }: HandCommand): Described {
  return { command: command.join(' '), title, text, arguments: args, options };
}
