/** Words that Python reserves. */
const RESERVED = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if
   import in is lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
);

export function isReserved(name: string): boolean {
  return RESERVED.has(name);
}

/** `inReplyTo` as `in_reply_to`, and a reserved word with an underscore, as PEP 8 has it: `from_`. */
export function snakeCase(name: string): string {
  const snake = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/-/g, '_')
    .toLowerCase();
  return isReserved(snake) ? `${snake}_` : snake;
}

/** `mail.threads` as `MailThreads`. */
export function className(path: readonly string[]): string {
  return path.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
}

/**
 * What a parameter of a path is called: `{mid}` after `messages` is `message_id`. Names of the wire, such as `id`, say
 * too little in a list of arguments.
 */
export function pathParameterName(path: string, parameter: string): string {
  const before =
    path
      .slice(0, path.indexOf(`/{${parameter}}`))
      .split('/')
      .at(-1) ?? '';
  const singular = before.replace(/ies$/, 'y').replace(/xes$/, 'x').replace(/s$/, '');
  return `${snakeCase(singular)}_id`;
}

const COLUMNS = 120;

/** Lines of words, none longer than the columns that an indentation leaves. */
function wrapped(text: string, indent: string, hanging = ''): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const start = lines.length === 0 ? indent : indent + hanging;
    if (line !== '' && start.length + line.length + 1 + word.length > COLUMNS) {
      lines.push(start + line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  if (line !== '') lines.push((lines.length === 0 ? indent : indent + hanging) + line);
  return lines;
}

/** A docstring of paragraphs, and of a list of arguments if there are any. */
export function docstring(
  indent: string,
  paragraphs: readonly string[],
  args: readonly (readonly [string, string])[] = [],
): string[] {
  const [summary = '', ...rest] = paragraphs.filter((paragraph) => paragraph !== '').map(escaped);
  const body = [
    ...rest.flatMap((paragraph) => ['', ...wrapped(paragraph, indent)]),
    ...(args.length === 0 ? [] : ['', `${indent}Args:`]),
    ...args.flatMap(([name, text]) => wrapped(`${name}: ${escaped(text)}`, `${indent}    `, '    ')),
  ];
  const [first = '', ...more] = wrapped(summary, `${indent}"""`, '').map((line, index) =>
    index === 0 ? line : line.replace('"""', ''),
  );
  const lines = [first, ...more, ...body];
  const single = lines.length === 1 && first.length + 3 <= COLUMNS;
  if (single && !first.endsWith('"')) return [`${first}"""`];
  return [...lines, `${indent}"""`];
}

const escaped = (text: string) => text.replace(/\\/g, '\\\\').replace(/"""/g, "'''");
