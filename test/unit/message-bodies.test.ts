import { expect, test } from 'vitest';
import { readWithinBounds } from '#shared/services/inbound-mail/bounded-parser.ts';

/** A part: the lines of its header, and its text or the parts in it. */
type Tree = readonly [fields: string | readonly string[], content: string | readonly Tree[]];

let boundaries = 0;

function written([fields, content]: Tree): string {
  const lines = [fields].flat();
  if (typeof content === 'string') return [...lines, '', content].join('\r\n');
  const boundary = `b${boundaries++}`;
  const [type, ...others] = lines;
  const parts = content.flatMap((part) => [`--${boundary}`, written(part)]);
  return [`${type}; boundary=${boundary}`, ...others, '', ...parts, `--${boundary}--`].join('\r\n');
}

async function read(tree: Tree) {
  const { email } = await readWithinBounds(Buffer.from(`From: a@b.c\r\n${written(tree)}`));
  const files = email.attachments.map(({ filename, mimeType }) => filename ?? mimeType);
  return { text: email.text?.trim(), html: email.html?.trim(), files };
}

const PLAIN = 'Content-Type: text/plain';
const HTML = 'Content-Type: text/html';
const CALENDAR = 'Content-Type: text/calendar; method=REQUEST';
const PDF = ['Content-Type: application/pdf', 'Content-Disposition: attachment; filename=a.pdf'];
const multi = (type: string) => `Content-Type: multipart/${type}`;
const named = (type: string, disposition: string, name: string) => [
  `Content-Type: ${type}`,
  `Content-Disposition: ${disposition}; filename=${name}`,
];

test.each<[string, Tree, object]>([
  [
    'a named inline text and HTML after a text',
    [
      multi('mixed'),
      [
        [PLAIN, 'see'],
        [named('text/plain', 'inline', 'log.txt'), 'ERROR'],
        [named('text/html', 'inline', 'page.html'), '<p>x'],
      ],
    ],
    { text: 'see', html: undefined, files: ['log.txt', 'page.html'] },
  ],
  [
    'a text that is named by its type',
    [
      multi('mixed'),
      [
        [PLAIN, 'see'],
        ['Content-Type: text/plain; name="log.txt"', 'ERROR'],
      ],
    ],
    { text: 'see', html: undefined, files: ['log.txt'] },
  ],
  [
    'a first text that only its type names',
    [
      multi('mixed'),
      [
        ['Content-Type: text/plain; name="body.txt"', 'hello'],
        ['Content-Type: text/plain; name="log.txt"', 'ERROR'],
      ],
    ],
    { text: 'hello', html: undefined, files: ['log.txt'] },
  ],
  [
    'a named text alone',
    [named('text/plain', 'inline', 'x.txt'), 'hello'],
    { text: 'hello', html: undefined, files: [] },
  ],
  [
    'a file alone',
    [named('text/plain', 'attachment', 'x.txt'), 'x'],
    { text: undefined, html: undefined, files: ['x.txt'] },
  ],
  [
    'named alternatives',
    [
      multi('alternative'),
      [
        ['Content-Type: text/plain; name=a.txt', 'plain'],
        ['Content-Type: text/html; name=a.html', '<p>html'],
      ],
    ],
    { text: 'plain', html: '<p>html', files: [] },
  ],
  [
    'several HTML alternatives',
    [
      multi('alternative'),
      [
        [PLAIN, 'plain'],
        [HTML, '<p>first'],
        [HTML, '<p>last'],
        ['Content-Type: text/x-amp-html', '<p>amp'],
      ],
    ],
    { text: 'plain', html: '<p>last', files: ['text/x-amp-html'] },
  ],
  [
    'an HTML alternative with files between its texts',
    [
      multi('alternative'),
      [
        [PLAIN, 'plain'],
        [
          multi('mixed'),
          [
            [HTML, '<p>one'],
            [PDF, 'x'],
            [HTML, '<p>two'],
          ],
        ],
      ],
    ],
    { text: 'plain', html: '<p>one\n\n<p>two', files: ['a.pdf'] },
  ],
  [
    'a related alternative and a calendar',
    [
      multi('alternative'),
      [
        [PLAIN, 'plain'],
        [
          multi('related'),
          [
            [HTML, '<p>html'],
            [['Content-Type: image/png', 'Content-ID: <i>'], 'x'],
          ],
        ],
        [CALENDAR, 'BEGIN:VCALENDAR'],
      ],
    ],
    { text: 'plain', html: '<p>html', files: ['image/png', 'text/calendar'] },
  ],
  [
    'a related part that starts with another than the first',
    [
      'Content-Type: multipart/related; start="<root@x>"; type="text/html"',
      [
        [[HTML, 'Content-ID: <other@x>'], '<p>other'],
        [[HTML, 'Content-ID: <root@x>'], '<p>root'],
      ],
    ],
    { text: undefined, html: '<p>root', files: ['text/html'] },
  ],
  [
    'a related part with a start that names nothing',
    [
      'Content-Type: multipart/related; start="<none@x>"',
      [
        [HTML, '<p>first'],
        [HTML, '<p>second'],
      ],
    ],
    { text: undefined, html: '<p>first', files: ['text/html'] },
  ],
  [
    'a forwarded message',
    [
      multi('mixed'),
      [
        [PLAIN, 'note'],
        ['Content-Type: message/rfc822', 'From: x@y.z\r\n\r\ninner'],
        [PLAIN, 'more'],
      ],
    ],
    { text: 'note\n\nmore', html: undefined, files: ['message/rfc822'] },
  ],
  [
    'a text after HTML',
    [
      multi('mixed'),
      [
        [HTML, '<p>html'],
        [PLAIN, 'a < b'],
      ],
    ],
    { text: 'html\na < b', html: '<p>html\n\n<div>a &lt; b</div>', files: [] },
  ],
])('The body and the files of an email with %s are distinguished', async (_, tree, expected) => {
  expect(await read(tree)).toEqual(expected);
});
