/**
 * The usual characters of names. Others could make a name that some file system takes for another one: characters that
 * it ignores, streams (`name:stream`), short names (`NAME~1.MD`), spaces and periods at the end.
 */
const PLAIN = /^[\p{L}\p{M}\p{N}_](?:[\p{L}\p{M}\p{N} ._()+,'-]*[\p{L}\p{M}\p{N}_()+-])?$/u;

/** The files in which agents and their tools look for instructions and settings, up to the first period. */
const STEERING_STEMS: ReadonlySet<string> = new Set([
  'agent',
  'agents',
  'amp',
  'claude',
  'codex',
  'constitution',
  'conventions',
  'copilot',
  'copilot-instructions',
  'crush',
  'cursorrules',
  'gemini',
  'goosehints',
  'instructions',
  'jules',
  'memory',
  'qwen',
  'replit',
  'rules',
  'skill',
  'skills',
  'soul',
  'system',
  'warp',
  'windsurfrules',
]);
/** The forms that they have: text, or no extension. */
const OF_TEXT = /^[^.]*$|\.(?:md|mdx|mdc|markdown|txt|jsonc?|ya?ml|toml|rules)$/;
/** Others, by the ends of their names. */
const STEERING_ENDS = [
  ...['.instructions.md', '.prompt.md', '.chatmode.md', '.agent.md', '.mdc', '.rules'],
  ...['mcp.json', 'mcp_config.json', 'claude_desktop_config.json', 'opencode.json', 'opencode.jsonc'],
];

/**
 * Whether a file that a stranger sent may be saved under this name. The names of files that steer agents are refused in
 * any case and form, so that no attachment becomes the instructions of the next session.
 */
export function isSavedName(name: string): boolean {
  const plain = name.normalize('NFKC').toLowerCase();
  if (!PLAIN.test(name) || !PLAIN.test(plain)) return false;
  const [stem = ''] = plain.split('.');
  return !(STEERING_STEMS.has(stem) && OF_TEXT.test(plain)) && !STEERING_ENDS.some((end) => plain.endsWith(end));
}
