import { HIDING_TECHNIQUES, UNSEEN } from './hiding-techniques.ts';
import { inSelectors, inTags } from './invisible-text.ts';

/** An email that says something which no person would see, or that is odd in another way. */
export interface MailTechnique {
  readonly name: string;
  /** What is odd in it, as a page shows it. */
  readonly shown: string;
  readonly from?: string;
  readonly replyTo?: string;
  readonly subject?: string;
  readonly text?: string;
  readonly html?: string;
  readonly filename?: string;
}

const HELLO = 'Your order is on its way.';

/** An HTML body around a part of it. What has a body of its own stays as it is. */
function bodyAround(html: string): string {
  return /<(?:body|html|!doctype)\b/.test(html) ? html : `<p>${HELLO}</p>${html}<p>Regards</p>`;
}

const long = `${HELLO} It has ten words and a few more, as emails do.`;

/** Ways of emails outside of the style of their HTML. */
const OTHERS: readonly MailTechnique[] = [
  {
    name: 'one more paragraph in the plain part',
    shown: `text/plain: ${UNSEEN} …`,
    html: `<p>${long}</p>`,
    text: `${long}\n\n${UNSEEN} today`,
  },
  {
    name: 'a preheader',
    shown: `<div style="display:none">${UNSEEN}</div> at the beginning`,
    html: `<div style="display:none">${UNSEEN}</div><p>${HELLO}</p>`,
  },
  { name: 'tags in the text', shown: 'text/plain, in U+E0020 to U+E007E', text: `${HELLO}${inTags(UNSEEN)}` },
  {
    name: 'variation selectors in the text',
    shown: 'text/plain, in U+FE00 to U+E01EF after an emoji',
    text: `${HELLO} 😀${inSelectors(UNSEEN)}`,
  },
  { name: 'tags in the HTML', shown: 'text/html, in U+E0020 to U+E007E', html: `<p>${HELLO}${inTags(UNSEEN)}</p>` },
  { name: 'tags in the subject', shown: 'Subject, in tags', subject: `Order${inTags(UNSEEN)}`, text: HELLO },
  {
    name: 'tags in the name of the author',
    shown: 'From, in tags',
    from: `"Ada${inTags(UNSEEN)}" <ada@sender.example>`,
    text: HELLO,
  },
  {
    name: 'tags in a file name',
    shown: 'the name of an attachment, in tags',
    filename: `a${inTags(UNSEEN)}.txt`,
    text: HELLO,
  },
  { name: 'zero width spaces within words', shown: 'ig\\u200bnore', text: `${HELLO} ig\u200bnore` },
  {
    name: 'an override of the direction',
    shown: 'evil\\u202egpj.exe',
    filename: 'evil\u202egpj.exe',
    text: HELLO,
  },
  { name: 'controls of a terminal', shown: '\\u001b[8m', text: `${HELLO}\u001b[8m hidden in a terminal` },
  {
    name: 'the text of a link',
    shown: '<a href="https://attacker.example">bank.example</a>',
    html: `<p>${HELLO} <a href="https://attacker.example">bank.example</a></p>`,
  },
  {
    name: 'another address for replies',
    shown: 'Reply-To: office@attacker.example',
    replyTo: 'office@attacker.example',
    text: HELLO,
  },
  {
    name: 'an address as the name',
    shown: '"ceo@bank.example" <ada@sender.example>',
    from: '"ceo@bank.example" <ada@sender.example>',
    text: HELLO,
  },
  {
    name: 'several authors',
    shown: 'From: ada@sender.example, bob@sender.example',
    from: 'ada@sender.example, bob@sender.example',
    text: HELLO,
  },
  {
    name: 'elements nested too deep',
    shown: '120 times <div>',
    html: `<p>${HELLO}</p>${'<div>'.repeat(120)}deep`,
  },
  {
    name: 'a selector that is not read',
    shown: 'div:has(b) p{display:none}',
    html: `<style>div:has(b) p{display:none}</style><p>${HELLO}</p>`,
  },
];

/** All ways that the tests send, and the table of the documentation shows. */
export const MAIL_TECHNIQUES: readonly MailTechnique[] = [
  ...HIDING_TECHNIQUES.map(({ name, html }) => ({ name, shown: html, html: bodyAround(html) })),
  ...OTHERS,
];

const encoded = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;

/** A header field of addresses. Encoded words stand for a quoted name with other characters than ASCII. */
const addressField = (field: string) => field.replace(/"([^"]*[^ -~][^"]*)"/g, (_, name: string) => encoded(name));

function part(type: string, content: string, more = ''): string {
  const lines = Buffer.from(content).toString('base64').replace(/.{76}/g, '$&\r\n');
  return `Content-Type: ${type}; charset=utf-8${more}\r\nContent-Transfer-Encoding: base64\r\n\r\n${lines}\r\n`;
}

/** The raw email of a technique. */
export function rawTechnique(technique: MailTechnique, to: string, subject = technique.subject ?? 'Order'): string {
  const { from = 'Ada <ada@sender.example>', replyTo, text, html, filename } = technique;
  const parts = [
    ...(text === undefined ? [] : [part('text/plain', text)]),
    ...(html === undefined ? [] : [part('text/html', html)]),
    ...(filename === undefined
      ? []
      : [part('text/plain', 'x', `\r\nContent-Disposition: attachment; filename="${encoded(filename)}"`)]),
  ];
  const kind = filename === undefined ? 'alternative' : 'mixed';
  const header = [
    `From: ${addressField(from)}`,
    `To: ${to}`,
    ...(replyTo === undefined ? [] : [`Reply-To: ${replyTo}`]),
    `Subject: ${encoded(subject)}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/${kind}; boundary="=part"`,
  ];
  return `${header.join('\r\n')}\r\n\r\n${parts.map((one) => `--=part\r\n${one}`).join('')}--=part--\r\n`;
}
