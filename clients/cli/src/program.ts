import { Command, Option } from 'commander';
import { VERSION } from '../../typescript/src/generated/version.ts';
import { advised } from './advice.ts';
import { callOperation, type OperationOptions } from './call-operation.ts';
import type { HandCommand, HandOption, HandOptions } from './command.ts';
import { AGENT, COMMON, DRY_RUN, IDEMPOTENCY_KEY, LIST, YES } from './common-options.ts';
import type { Context } from './context.ts';
import { takeDashedWords } from './dashed-words.ts';
import { HAND_COMMANDS } from './hand-commands.ts';
import { addExamples, groupCommands, useGroups } from './help.ts';
import { NOUNS } from './nouns.ts';
import type { CommandOption, Operation } from './operation.ts';
import { ALL_OPERATIONS, argumentsOf, optionsOf } from './operations.ts';
import { UsageError } from './usage-error.ts';
import { FileContent, fileFlagOf, flagOf, type Given } from './values.ts';

/**
 * The program with its commands, which run in this context. Nouns that were not typed have no commands, because
 * creating every command takes longer than running most of them.
 */
export function makeProgram(context: Context, args: readonly string[]): Command {
  const program = new Command('aid')
    .description('Identities, mail, tasks and an event log for software agents.')
    .version(VERSION)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.output.write(text),
      writeErr: () => {},
    });
  addOptions(program, COMMON);
  useGroups(program);
  const isTyped = ({ command }: { readonly command: readonly string[] }) =>
    command.length === 1 || args.includes(command[0] ?? '');
  for (const operation of ALL_OPERATIONS) {
    if (isTyped(operation)) addOperation(program, context, operation);
    else nounOf(program, operation.command[0] ?? '');
  }
  for (const command of HAND_COMMANDS) {
    if (isTyped(command)) addByHand(program, context, command);
    else nounOf(program, command.command[0] ?? '');
  }
  groupCommands(program);
  return program;
}

function addOperation(program: Command, context: Context, operation: Operation): void {
  const command = place(program, operation.command)
    .summary(operation.title)
    .description(sentences(operation.title, operation.text));
  for (const argument of argumentsOf(operation)) command.argument(argument);
  if (operation.words !== undefined) takeDashedWords(command);
  const asked = optionsOf(operation);
  const fields = new Map(
    asked.flatMap((option) => [optionOf(option), ...fileOptionOf(option)].map((one) => [one, option.name])),
  );
  for (const option of fields.keys()) command.addOption(option);
  if (asked.some(takesFile)) command.addHelpText('after', `\n${FILES_HELP}`);
  const { list, forAgent, changes, destroys, approves } = operation;
  addOptions(command, [
    ...(list === undefined ? [] : LIST),
    ...(forAgent === undefined ? [] : [AGENT]),
    ...(changes === true ? [DRY_RUN, IDEMPOTENCY_KEY] : []),
    ...(destroys === true || approves === true ? [YES] : []),
    ...COMMON,
  ]);
  command.action(async () => {
    const given = new Map<string, Given>();
    const options: Record<string, unknown> = { ...program.opts() };
    for (const option of command.options) {
      const value: unknown = command.getOptionValue(option.attributeName());
      const field = fields.get(option);
      if (value === undefined) continue;
      if (field === undefined) options[option.attributeName()] = value;
      else if (given.has(field)) throw new UsageError(`${flagOf(field)} and ${fileFlagOf(field)} cannot be combined`);
      else given.set(field, value as Given);
    }
    const { words } = operation;
    if (words !== undefined) given.set(words, command.args.join(' '));
    const named = words === undefined ? command.args : [];
    await advised(context, options, () => callOperation(context, operation, named, given, options as OperationOptions));
  });
}

function addByHand(program: Command, context: Context, by: HandCommand): void {
  const command = place(program, by.command).summary(by.title).description(sentences(by.title, by.text));
  for (const argument of by.arguments) command.argument(argument);
  if (by.takesCommand === true) command.passThroughOptions();
  addOptions(command, [...by.options, ...COMMON]);
  command.action(async () => {
    const options = { ...program.opts(), ...command.opts() } as HandOptions;
    await advised(context, options, () => by.run(context, command.args, options));
  });
}

/** Creates the command at the end of the words, and its parent nouns if they are new. */
function place(program: Command, words: readonly string[]): Command {
  let parent = program;
  for (const noun of words.slice(0, -1)) parent = nounOf(parent, noun);
  const command = parent.command(words.at(-1) as string);
  addExamples(command, words);
  return command;
}

function nounOf(parent: Command, noun: string): Command {
  const made = parent.commands.find((command) => command.name() === noun);
  if (made !== undefined) return made;
  const command = parent.command(noun).description(NOUNS[noun] ?? '');
  if (parent.parent === null) addExamples(command, [noun]);
  return command;
}

/** Adds options, except those with the same flag as a field of the request. */
function addOptions(command: Command, options: readonly HandOption[]): void {
  for (const { flags, text, repeats } of options) {
    const option = new Option(flags, text);
    if (repeats === true) option.argParser(collect);
    if (!command.options.some(({ long }) => long === option.long)) command.addOption(option);
  }
}

function optionOf({ name, kind, text, values }: CommandOption): Option {
  const flag = flagOf(name);
  const known = values === undefined ? text : `${text} ${values.join(', ')}`;
  if (kind === 'boolean')
    return new Option(`${flag} [true|false]`, known)
      .preset('true')
      .argParser((given: string) => booleanOf(flag, given));
  if (kind !== 'texts' && kind !== 'files') return new Option(`${flag} <${kind}>`, known);
  // An option takes one value, and is repeated for more: it must not take the arguments behind it.
  return new Option(`${flag} <${kind === 'texts' ? 'text' : 'path'}>`, `${known} Repeat it for more.`).argParser(
    collect,
  );
}

function collect(one: string, others: readonly string[] = []): readonly string[] {
  return [...others, one];
}

const FILES_HELP = `A text or JSON can be the content of a file: --<option>-file <path>, where - is standard input.`;

/** Whether the value may be long enough for a file. Values are literal, so that no text of a stranger names one. */
function takesFile({ kind, values }: CommandOption): boolean {
  return kind === 'json' || (kind === 'text' && values === undefined);
}

/** The option that takes the value from a file. The help names them all in one sentence. */
function fileOptionOf(option: CommandOption): Option[] {
  if (!takesFile(option)) return [];
  const made = new Option(`${fileFlagOf(option.name)} <path>`).hideHelp();
  return [made.argParser((path: string) => new FileContent(path))];
}

function booleanOf(flag: string, text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new UsageError(`${flag}: expected true or false, got "${text}"`);
  return text === 'true';
}

function sentences(title: string, text: string): string {
  return text === '' ? `${title}.` : `${title}. ${text}`;
}
