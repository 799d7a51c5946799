import { UsageError } from '../usage-error.ts';

interface Completed {
  readonly command: string;
  readonly options: readonly { readonly flags: string }[];
}

const SHELLS = ['bash', 'zsh', 'fish'];

/** A shell script that completes command words, and the options of a complete command. */
export function completionScript(shell: string, commands: readonly Completed[]): string {
  if (!SHELLS.includes(shell)) throw new UsageError(`expected ${SHELLS.join(', ')}, got "${shell}"`);
  const next = nextWords(commands);
  if (shell === 'fish') return fish(next);
  return shell === 'zsh' ? `autoload -U +X bashcompinit && bashcompinit\n${bash(next)}` : bash(next);
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

function bash(next: ReadonlyMap<string, ReadonlySet<string>>): string {
  const cases = [...next].map(([before, words]) => `    '${before}') words='${[...words].join(' ')}' ;;`);
  return `_aid() {
  local before='' words='' index word
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    case $word in -*) break ;; esac
    before="\${before:+$before }$word"
  done
  case $before in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _aid aid
`;
}

function fish(next: ReadonlyMap<string, ReadonlySet<string>>): string {
  const lines = [...next].map(
    ([before, words]) =>
      `complete -c aid -f -n "test \\"(commandline -opc | string match -v -- '-*' | tail -n +2 | string join ' ')\\" = '${before}'" -a '${[...words].join(' ')}'`,
  );
  return `${lines.join('\n')}\n`;
}
