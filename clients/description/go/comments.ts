const COLUMNS = 120;
/** As wide as gofmt's readers show it. */
const TAB = 4;

/** Paragraphs as a comment, wrapped at 120 columns, each line with its line break. Without text, an empty string. */
export function comment(paragraphs: string | readonly string[], indent = 0): string {
  const prefix = `${'\t'.repeat(indent)}//`;
  const width = COLUMNS - indent * TAB - 3;
  const blocks = [paragraphs].flat().filter((text) => text !== '');
  return blocks
    .map((text) =>
      wrapped(text, width)
        .map((line) => `${prefix} ${line}\n`)
        .join(''),
    )
    .join(`${prefix}\n`);
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  return [...lines, line];
}

/** The beginning of a text that says what something is. */
const IS = /^(?:A|An|The|What|How|Whether|One|Why|Who) /;

/** A text in the form of Go's comments, which begin with the name: `Domain is a mail domain of the organization.` */
export function about(name: string, text: string): string {
  if (text === '' || text.startsWith(`${name} `)) return text;
  const lower = text.charAt(0).toLowerCase() + text.slice(1);
  return IS.test(text) ? `${name} is ${lower}` : `${name}: ${lower}`;
}
