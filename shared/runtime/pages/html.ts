import { escapeHtml } from '#shared/domain/text/escape-html.ts';

/** A piece of HTML that is inserted as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | Html | undefined | readonly Html[];

/**
 * HTML with values. Every text among them is escaped, for content and for quoted attributes.
 *
 * @example
 * html`<p title="${'"'}">${'<b>'}</p>`.text; // <p title="&#34;">&#60;b&#62;</p>
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, string, index) => text + partText(parts[index - 1]) + string));
}

function partText(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'string') return escapeHtml(part);
  return part instanceof Html ? part.text : part.map(({ text }) => text).join('');
}
