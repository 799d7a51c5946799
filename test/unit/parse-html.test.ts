import { expect, test } from 'vitest';
import { isElement, type MailElement, type MailNode, MailText } from '#shared/domain/safe-reading/html/mail-tree.ts';
import { parseHtml } from '#shared/domain/safe-reading/html/parse-html.ts';
import { readableMail } from '#shared/domain/safe-reading/readable-mail.ts';
import { textOfHtml } from '#shared/domain/safe-reading/text-of-html.ts';
import { corpusMails } from '#testing/mail-corpus.ts';

/** The tree of a document as names in brackets. */
function shapeOf(nodes: Iterable<MailNode>): string {
  return [...nodes]
    .map((node) => (isElement(node) ? elementShape(node) : node instanceof MailText ? node.data : ''))
    .join('');
}

function elementShape({ name, children }: MailElement): string {
  return `${name}(${shapeOf(children)})`;
}

const bodyOf = (html: string) => /body\((.*)\)\)$/s.exec(shapeOf(parseHtml(html).children))?.[1];

test.each([
  ['<b>a<p>b</b>c</p>', 'b(a)p(b(b)c)'],
  ['<table>a<tr><td>b</table>', 'atable(tbody(tr(td(b))))'],
  ['<p>a<p>b', 'p(a)p(b)'],
  ['<!-- x --!>a', 'a'],
  ['<script><!--<script></script>a<!-- --></script>b', 'script(<!--<script></script>a<!-- -->)b'],
  ['<svg><p>a', 'svg()p(a)'],
  ['<noscript><p>a</noscript>', 'noscript(p(a))'],
  ['<a>1<a>2', 'a(1)a(2)'],
  ['<constructor>a</constructor>', 'constructor(a)'],
  ['<template>a</template>b', 'template()b'],
])('%s is the tree that a browser makes of it', (html, shape) => {
  expect(bodyOf(`<p></p>${html}`)).toBe(`p()${shape}`);
});

test('A second body gives the first one the attributes that it lacks', () => {
  const body = parseHtml('<body class=a><p>x</p><body class=b id=c>')
    .children.find(isElement)
    ?.children.find((node): node is MailElement => isElement(node) && node.name === 'body');
  expect({ ...body?.attributes }).toEqual({ class: 'a', id: 'c' });
});

test('A document without a doctype is in quirks mode', () => {
  expect(parseHtml('<p>x').isQuirky).toBe(true);
  expect(parseHtml('<!doctype html><p>x').isQuirky).toBe(false);
});

test('No email of the corpus has too many tags', () => {
  for (const { name, raw } of corpusMails()) expect(parseHtml(raw.toString('latin1')).isCut, name).toBe(false);
});

test('What follows a tag that is nested too deep is left out, and marked', () => {
  const deep = (depth: number) =>
    `<p>first</p>${'<div>'.repeat(depth)}<p>Hello</p>${'</div>'.repeat(depth)}<p>last</p>`;
  expect(readableMail(null, deep(200))).toMatchObject({ text: 'first\n\nHello\n\nlast', warnings: [] });
  expect(readableMail(null, deep(400))).toMatchObject({
    text: 'first',
    hiddenText: 'Hello\nlast',
    warnings: ['doubtful_text'],
  });
});

test('The content of style sheets and scripts is no text, however deep they are nested', () => {
  const html = `${'<div>'.repeat(500)}<style>p { color: red }</style><script>run()</script>text`;
  expect(textOfHtml(html)).toBe('');
});

test('An unclosed element that each paragraph repeats makes no more elements than the limit', () => {
  const html = Array.from({ length: 20_000 }, (_, index) => `<p><b a=${index}>x`).join('');
  expect(parseHtml(html).isCut).toBe(true);
});
