import { expect, test } from 'vitest';
import { withVariables } from '#shared/domain/mail/mail-variables.ts';

test('Placeholders are replaced in subject, text and HTML, with escapes in the HTML alone', () => {
  const mail = {
    subject: 'For {{name}}',
    text: 'Hello {{ name }}, {{name}}!',
    html: '<p title="{{name}}" id=x>Hello {{name}}</p>',
    to: 'x',
  };
  const name = `A&B <b>"'`;
  const escaped = 'A&#38;B &#60;b&#62;&#34;&#39;';
  expect(withVariables(mail, { name })).toEqual({
    subject: `For ${name}`,
    text: `Hello ${name}, ${name}!`,
    html: `<p title="${escaped}" id=x>Hello ${escaped}</p>`,
    to: 'x',
  });
});

test('Without variables nothing is replaced, and a value is not read for placeholders again', () => {
  expect(withVariables({ text: 'Hello {{name}}' }, undefined)).toEqual({ text: 'Hello {{name}}' });
  expect(withVariables({ text: '{{a}} $& {{b}}' }, { a: '{{b}} $1', b: '$&' })).toEqual({ text: '{{b}} $1 $& $&' });
});

test.each([
  [{ text: 'Hello {{name}}' }, {}, 'variables: a value for {{name}}, which text has'],
  [{ text: '{{toString}}' }, {}, 'variables: a value for {{toString}}, which text has'],
  [{ text: 'Hello', html: '{{a}}' }, { a: '1', b: '2' }, 'variables.b: a variable that subject, text or html has'],
  [{ subject: '{{a}}' }, { a: 'x\r\nBcc: eve@evil.example' }, 'variables.a: no line breaks or control characters'],
  [{ subject: '{{a}}{{a}}' }, { a: 'x'.repeat(500) }, 'subject: at most 998 characters with the values'],
  [{ text: '{{a}}'.repeat(60) }, { a: 'x'.repeat(10_000) }, 'text: at most 500000 characters with the values'],
])('%j with %j is refused', (mail, variables, problem) => {
  expect(() => withVariables(mail, variables)).toThrow(problem);
});

const ESCAPABLE = [
  '{{a}}',
  '<p>{{a}}',
  '<a href="{{a}}">x</a>',
  "<a href = '{{a}}'>x</a>",
  '<!-- x --><p>{{a}}</p>',
  '<style>p{}</style>{{a}}',
  '<SCRIPT>"</script>{{a}}',
  '2 < 3 "{{a}}"',
  '<title>{{a}}</title>',
  `<p title="it's >">{{a}}</p>`,
  '<br/>{{a}}',
];

const UNESCAPABLE = [
  '<a href={{a}}>x</a>',
  '<p {{a}}>',
  '<{{a}}>',
  '</{{a}}>',
  '<p x"{{a}}>',
  '<!-- {{a}} -->',
  '<script>{{a}}</script>',
  '<style>{{a}}</style>',
  '<script>x = "</p>{{a}}"</script>',
  '<p title="x"{{a}}>',
  '<!DOCTYPE {{a}}>',
];

test.each(ESCAPABLE)('A value in %s is escaped', (html) => {
  expect(withVariables({ html }, { a: '<' }).html).toBe(html.replace('{{a}}', '&#60;'));
});

test.each(UNESCAPABLE)('A value in %s is refused', (html) => {
  expect(() => withVariables({ html }, { a: 'x' })).toThrow('html: {{a}} between tags or in a quoted attribute');
});
