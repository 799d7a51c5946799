import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { flattenHtml } from '#shared/domain/safe-reading/flatten-html.ts';
import { textOfHtml } from '#shared/domain/safe-reading/text-of-html.ts';
import { corpusMails } from '#testing/mail-corpus.ts';

/** The maximum number of elements that are open at once in the HTML. */
function depthOf(html: string): number {
  let open = 0;
  let most = 0;
  const parser = new Parser({
    onopentag: () => {
      open += 1;
      most = Math.max(most, open);
    },
    onclosetag: () => {
      open -= 1;
    },
  });
  parser.end(html);
  return most;
}

const PIECES = [
  ...[
    '<div>',
    '</div>',
    '<p>',
    '</p>',
    '<b>',
    '</b>',
    '<ul>',
    '<li>',
    '</li>',
    '</ul>',
    '<br>',
    '<td>',
    '<tr class="x">',
  ],
  ...[
    '<svg>',
    '<path/>',
    '</svg>',
    '<title>',
    '</title>',
    '<style>',
    '</style>',
    '<script/>',
    '<!-- ',
    ' -->',
    '<a href="<b>">',
  ],
  ...['text ', '&amp;', '<', '>', '</', '"', '<constructor>', '<x', '</i>', '<h1>', '<blockquote>', '</blockquote >'],
];

describe('flattened HTML', () => {
  test('HTML without deep nesting is not changed', () => {
    const html = fc.array(fc.constantFrom(...PIECES.filter((piece) => piece !== '<constructor>')), { maxLength: 19 });
    fc.assert(
      fc.property(html, (pieces) => {
        expect(flattenHtml(pieces.join(''))).toBe(pieces.join(''));
      }),
    );
  });

  test('The HTML of real emails is not changed', () => {
    for (const { name, raw } of corpusMails()) {
      const text = raw.toString('latin1');
      expect({ name, text: flattenHtml(text) }).toEqual({ name, text });
    }
  });

  test('Flattened HTML is never deeper than the limit', () => {
    const run = fc.tuple(fc.constantFrom(...PIECES), fc.integer({ min: 1, max: 150 }));
    fc.assert(
      fc.property(fc.array(run, { maxLength: 12 }), (runs) => {
        const html = runs.map(([piece, times]) => piece.repeat(times)).join('');
        expect(depthOf(flattenHtml(html))).toBeLessThanOrEqual(111);
      }),
    );
  });

  test('Flattened HTML has all text, and separate lines stay separate', () => {
    const layers = (depth: number) =>
      `${'<div>\n<p>'.repeat(depth)}one<p>two <b>bo</b>ld</p>${'</p></div>'.repeat(depth)}three`;
    for (const depth of [1, 40, 400, 4_000])
      expect(textOfHtml(layers(depth)).split(/\s+/)).toEqual(textOfHtml(layers(1)).split(/\s+/));
  });

  test('Flattened HTML shows no style sheets and scripts, however deep they are nested', () => {
    const html = `${'<div>'.repeat(500)}<style>p { color: red }</style><script>run()</script>text`;
    expect(textOfHtml(html)).toBe('text');
  });

  test('Flattened HTML has no elements with the name of a property of every object', () => {
    expect(textOfHtml('<constructor>one</constructor> <p>two</p>')).toBe('one\n\n\ntwo');
  });
});
