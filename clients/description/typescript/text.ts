const COLUMNS = 120;

/** A text as a doc comment, wrapped at 120 columns. */
export function comment(text: string, indent = ''): string {
  const line = `${indent}/** ${text} */`;
  if (line.length <= COLUMNS) return `${line}\n`;
  const lines = wrapped(text, COLUMNS - indent.length - 3);
  return `${indent}/**\n${lines.map((one) => `${indent} * ${one}\n`).join('')}${indent} */\n`;
}

function wrapped(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.replaceAll('*/', '*\\/').split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines.splice(-1, 1, word);
    else if (line.length + 1 + word.length <= width) lines.splice(-1, 1, `${line} ${word}`);
    else lines.push(word);
  }
  return lines;
}

/** A text as a literal. */
export function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);
}

/** A name in the form of a type: `contactRules` becomes `ContactRules`. */
export function pascal(words: readonly string[]): string {
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** The variable for the id in a path: `messages/{mid}` is `messageId`. */
export function idNames(path: string): string[] {
  return [...path.matchAll(/([\w-]+)\/\{\w+\}/g)].map(([, plural = '']) => {
    const singular = plural.replace(/ies$/, 'y').replace(/(?<=x)es$|s$/, '');
    return `${singular.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()).replace('apiKey', 'key')}Id`;
  });
}
