import { TRIGGERS } from '../trigger/triggers.ts';
import { UsageError } from '../usage-error.ts';

interface Completed {
  readonly command: string;
  readonly arguments: readonly string[];
  readonly options: readonly { readonly flags: string }[];
}

const SHELLS = ['bash', 'zsh', 'fish'];
const TYPES = Object.keys(TRIGGERS).join(' ');

/** The values of options: a list of words, or a command that prints them. */
const VALUES: readonly (readonly [flags: readonly string[], words: string])[] = [
  [['--agent', '--identity'], '$(aid completion handles 2>/dev/null)'],
  [['--type', '--event-types'], TYPES],
];
/** `--agent` of the line that is typed, as a bash array. */
const TYPED_AGENT = `"\${agent[@]}"`;
const MESSAGES = `$(aid completion messages ${TYPED_AGENT} 2>/dev/null)`;
/** The first arguments, in the same way. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  '<event-type>': TYPES,
  '<agent-id>': '$(aid completion handles 2>/dev/null)',
  '<message-id>': MESSAGES,
  '[message-or-thread-id]': MESSAGES,
};

/**
 * A shell script that completes the words of commands, their options, event types, and by a call with a deadline the
 * handles of agents and the ids of emails.
 */
export function completionScript(shell: string, commands: readonly Completed[]): string {
  if (!SHELLS.includes(shell)) throw new UsageError(`expected ${SHELLS.join(', ')}, got "${shell}"`);
  if (shell === 'fish') return fish(commands);
  return shell === 'zsh' ? `autoload -U +X bashcompinit && bashcompinit\n${bash(commands)}` : bash(commands);
}

/** What may follow each beginning of a command: `mail threads` has `get` and `list`. */
function nextWords(commands: readonly Completed[]): ReadonlyMap<string, ReadonlySet<string>> {
  const next = new Map<string, Set<string>>();
  const add = (before: string, word: string) => next.set(before, (next.get(before) ?? new Set()).add(word));
  for (const { command, options } of commands) {
    const words = command.split(' ');
    for (const [index, word] of words.entries()) add(words.slice(0, index).join(' '), word);
    for (const { flags } of options) add(command, flags.split(' ')[0] ?? flags);
  }
  return next;
}

/** The words of the first argument of each command that has one which can be completed. */
function argumentWords(commands: readonly Completed[]): readonly (readonly [command: string, words: string])[] {
  return commands.flatMap(({ command, arguments: [first = ''] }) => {
    const words = ARGUMENTS[first];
    return words === undefined ? [] : [[command, words] as const];
  });
}

function bash(commands: readonly Completed[]): string {
  const cases = [...nextWords(commands)].map(
    ([before, words]) => `    '${before}') words='${[...words].join(' ')}' ;;`,
  );
  const values = VALUES.map(([flags, words]) => `    ${flags.join('|')}) words="${words}" ;;`);
  const first = argumentWords(commands).map(([command, words]) => `      '${command}') words="${words}" ;;`);
  return `_aid() {
  local before='' words='' index word agent=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    case $word in -*) break ;; esac
    before="\${before:+$before }$word"
  done
  for ((index = 1; index < COMP_CWORD - 1; index++)); do
    [[ \${COMP_WORDS[index]} == --agent ]] && agent=(--agent "\${COMP_WORDS[index + 1]}")
  done
  case $before in
${cases.join('\n')}
  esac
  case \${COMP_WORDS[COMP_CWORD]} in
    -*) ;;
    *) case $before in
${first.join('\n')}
    esac ;;
  esac
  case \${COMP_WORDS[COMP_CWORD - 1]} in
${values.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _aid aid
`;
}

function fish(commands: readonly Completed[]): string {
  const typed = `(commandline -opc | string match -v -- '-*' | tail -n +2 | string join ' ')`;
  const line = (before: string, words: string) =>
    `complete -c aid -f -n "test \\"${typed}\\" = '${before}'" -a '${words}'`;
  const ofFish = (words: string) => words.replace(/^\$/, '').replace(`${TYPED_AGENT} `, '');
  return [
    ...[...nextWords(commands)].map(([before, words]) => line(before, [...words].join(' '))),
    ...argumentWords(commands).map(([command, words]) => line(command, ofFish(words))),
    ...VALUES.flatMap(([flags, words]) =>
      flags.map((flag) => `complete -c aid -f -l ${flag.slice(2)} -x -a '${ofFish(words)}'`),
    ),
    '',
  ].join('\n');
}
