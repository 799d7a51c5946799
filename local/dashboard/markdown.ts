import { Marked } from 'marked';

/** Gives headings the anchors that links in the repository use. See: scripts/checks/references.ts. */
const marked = new Marked({
  async: false,
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
  },
});

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/\s/g, '-');
}

/** Converts our own Markdown to HTML. It is not safe for text from strangers, because HTML passes through it. */
export function htmlOf(markdown: string): string {
  return marked.parse(markdown) as string;
}

/** A page of the documentation. */
export function pageOf(markdown: string): string {
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>AID</title>',
    '<style>body{max-width:60em;margin:1em auto;padding:0 1em;font:15px/1.5 system-ui,sans-serif}',
    'pre{background:#f2f3f3;padding:.6em;overflow:auto}td,th{border:1px solid #d5dbdb;padding:.3em .6em}',
    'table{border-collapse:collapse}img{max-width:100%}</style>',
    htmlOf(markdown),
  ].join('\n');
}
