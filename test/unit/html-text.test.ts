import { describe, expect, test } from 'vitest';
import { readableMail } from '#shared/domain/safe-reading/readable-mail.ts';

const textOf = (html: string) => readableMail(null, html).text;

describe('the text of HTML', () => {
  test.each([
    ['paragraphs and headings', '<h1>One</h1><p>two\n three</p><p>four', 'One\n\ntwo three\n\nfour'],
    ['line breaks', 'one<br>two<br><br>three', 'one\ntwo\n\nthree'],
    ['blocks', '<div>one</div><div>two <b>bo</b>ld</div>', 'one\ntwo bold'],
    ['lists', '<ul><li>one<li>two<ul><li>three</ul></ul>', '- one\n- two\n\n  - three'],
    ['ordered lists', '<ol start=3><li>one<li value=7>two<li>three</ol>', '3. one\n7. two\n8. three'],
    ['lists without marks', '<ul style="list-style:none"><li style="list-style-type:none">one</ul>', 'one'],
    [
      'a table of data',
      '<table><tr><th>Item<th>Qty<tr><td>Lamp<td>2<tr><td><p>Bulb</p><p>warm</p><td>4</table>',
      'Item | Qty\nLamp | 2\nBulb warm | 4',
    ],
    [
      'a layout',
      `<table><tr><td><h2>Left</h2><p>${'words '.repeat(40)}</p><td>Right</table>`,
      `Left\n\n${'words '.repeat(40).trim()}\n\nRight`,
    ],
    ['a layout of short cells', '<table role=presentation><tr><td>Total<td>12.50</table>', 'Total | 12.50'],
    ['a table in a table', '<table><tr><td><table><tr><td>a<td>b</table><tr><td>c</table>', 'a | b\nc'],
    ['preformatted text', '<pre>one\n  two</pre>', 'one\n  two'],
    ['a rule', 'one<hr>two', `one\n\n${'-'.repeat(40)}\n\ntwo`],
    ['texts of pictures', '<img alt="Shop" width=80 height=20><img width=1 height=1 alt="x">', 'Shop'],
    [
      'form controls',
      '<input value="Ada"><input type=checkbox checked> Yes <select><option>a<option selected>b</select><button>Send</button>',
      'Ada [x] Yes b Send',
    ],
    ['several options', '<select size=2><option>a<option>b<option>c</select>', 'a\nb'],
    ['passwords and hidden fields', 'a<input type=password value=x><input type=hidden value=y>', 'a'],
    ['a list of a font of signs', '<p><span style="font-family:Wingdings">§</span> one</p>', '• one'],
    ['text that follows what is hidden', 'one<b hidden>x</b>two', 'one two'],
    ['without scripts', '<noscript>Turn on pictures</noscript>', 'Turn on pictures'],
  ])('The text has %s as a person sees them', (_, html, text) => {
    expect(textOf(html)).toBe(text);
  });

  test('Only the first half million characters are read', () => {
    const text = textOf(`${'word '.repeat(99_000)}<p>near</p>${'word '.repeat(10_000)}<p>far</p>`);
    expect([text.includes('near'), text.includes('far')]).toEqual([true, false]);
  });
});

describe('the links of a text', () => {
  test('A link has a number next to its text, and its address is in the list', () => {
    const { text, lines, links } = readableMail(
      null,
      '<p>Welcome! <a href="https://shop.example/c?t=1">Confirm <b>now</b></a>, or write to us.</p>',
    );
    expect(text).toBe('Welcome! Confirm now [1], or write to us.');
    expect(lines).toEqual([{ text: 'Welcome! Confirm now, or write to us.', depth: 0, role: 'own' }]);
    expect(links).toEqual([
      { id: 1, text: 'Confirm now', url: 'https://shop.example/c?t=1', host: 'shop.example', warnings: [] },
    ]);
  });

  test('An address that is its own text has no number', () => {
    const html =
      '<a href="https://a.example/x">https://a.example/x</a> <a href="mailto:ada@a.example">ada@a.example</a>';
    const { text, links } = readableMail(null, html);
    expect(text).toBe('https://a.example/x ada@a.example');
    expect(links.map(({ url, host }) => [url, host])).toEqual([
      ['https://a.example/x', 'a.example'],
      ['mailto:ada@a.example', 'a.example'],
    ]);
  });

  test('Addresses that stand in the text are in the list', () => {
    const { text, links } = readableMail(null, 'See https://a.example/x(1), or (https://b.example).');
    expect(text).toBe('See https://a.example/x(1), or (https://b.example).');
    expect(links.map(({ url }) => url)).toEqual(['https://a.example/x(1)', 'https://b.example/']);
  });

  test('A picture is a link without a text, and a link around a block has its number at the end of the block', () => {
    const { text, links } = readableMail(
      null,
      '<a href="https://a.example/p"><img src=x></a><a href="https://a.example/q"><h2>News</h2></a>',
    );
    expect(text).toBe('[1]\n\nNews [2]');
    expect(links.map(({ text: label }) => label)).toEqual(['', 'News']);
  });

  test('Links that a person does not see, or that lead nowhere, are none', () => {
    const html =
      '<a hidden href="https://a.example">x</a><a href="#top">Up</a><a href="javascript:x()">Run</a><a href="/x">y</a>';
    expect(readableMail(null, html)).toMatchObject({ text: 'UpRuny', links: [] });
  });

  test('A link with the same text and address has the same number', () => {
    const link = '<p><a href="https://a.example">Open</a></p>';
    expect(readableMail(null, link + link)).toMatchObject({ text: 'Open [1]\n\nOpen [1]', links: [{ id: 1 }] });
  });

  test('A link with a text that names another site has a warning', () => {
    const { links, warnings } = readableMail(null, '<a href="https://attacker.example">bank.example</a>');
    expect(links[0]?.warnings).toEqual(['link_text_differs']);
    expect(warnings).toEqual(['link_text_differs']);
  });
});

test('Lines say which quotations they are in, and the text marks those of mail programs', () => {
  const html =
    '<div>Yes.</div><div class="gmail_quote"><div class="gmail_attr">On Monday Ada wrote:</div><blockquote type="cite">Really?<blockquote type="cite">Now</blockquote></blockquote></div><blockquote>A verse</blockquote>';
  const { text, lines } = readableMail(null, html);
  expect(lines.filter((line) => line.text !== '').map(({ text: line, depth, role }) => [line, depth, role])).toEqual([
    ['Yes.', 0, 'own'],
    ['On Monday Ada wrote:', 1, 'quotation'],
    ['Really?', 1, 'quotation'],
    ['Now', 2, 'quotation'],
    ['A verse', 0, 'own'],
  ]);
  expect(text.split('\n').filter((line) => line.startsWith('>') && line.length > 3)).toEqual(['> Really?', '> > Now']);
});
