import { EARLIER, escaped, html, plain, type ReplyForm } from './form.ts';
import { REPLY_LANGUAGES, type ReplyLanguage } from './languages.ts';
import { MORE_REPLY_LANGUAGES } from './more-languages.ts';

const ADA = { from: 'ada@example.com' };
const AT = '2026-11-04T10:00:00';
const marked = (text: string) => text.replace(/^/gm, '> ');

/** The forms in which programs quote and forward in each language. */
export function formsOfLanguages(): ReplyForm[] {
  return [...REPLY_LANGUAGES, ...MORE_REPLY_LANGUAGES].flatMap((language) => [
    ...gmail(language),
    ...otherPrograms(language),
    ...outlook(language),
    ...separated(language),
    ...forwarded(language),
  ]);
}

function gmail({ name, reply, gmail: line }: ReplyLanguage): ReplyForm[] {
  const [begin, end] = broken(line);
  return [
    plain(`${name}: Gmail`, `${reply}\n\n${line}\n\n${marked(EARLIER)}\n`, [reply], { ...ADA, at: AT }),
    plain(`${name}: Gmail, broken`, `${reply}\n\n${begin}\n${end}\n\n${marked(EARLIER)}\n`, [reply], {
      ...ADA,
      at: AT,
    }),
    html(
      `${name}: Gmail, HTML`,
      `<div dir="ltr">${reply}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${escaped(line)}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex"><div dir="ltr">${EARLIER}</div></blockquote></div>`,
      [reply],
      { ...ADA, at: AT },
    ),
    plain(`${name}: Gmail, no marks`, `${reply}\n\n${line}\n\n${EARLIER}\n`, [reply], { ...ADA, at: AT }),
  ];
}

/** Gmail breaks its line before the address, or in it. */
function broken(line: string): [string, string] {
  const at = Math.max(line.search(/[<(]/), 0);
  return [line.slice(0, at).trimEnd(), line.slice(at)].every((part) => part !== '')
    ? [line.slice(0, at).trimEnd(), line.slice(at)]
    : [line.slice(0, line.lastIndexOf(' ')), line.slice(line.lastIndexOf(' ') + 1)];
}

function otherPrograms({ name, reply, others = [] }: ReplyLanguage): ReplyForm[] {
  return others.flatMap((line, index) => [
    plain(`${name}: another program (${index + 1})`, `${reply}\n\n${line}\n${marked(EARLIER)}\n`, [reply]),
    html(
      `${name}: another program (${index + 1}), HTML`,
      `<p>${reply}</p><div>${escaped(line)}</div><blockquote type="cite">${EARLIER}</blockquote>`,
      [reply],
    ),
  ]);
}

const headerOf = ([from, date, to, subject]: NonNullable<ReplyLanguage['outlook']>) => [
  `${from}: Ada Love <ada@example.com>`,
  date,
  `${to}: Bob Mill <bob@example.net>`,
  `${subject}: Lamp`,
];

function outlook({ name, reply, outlook: labels }: ReplyLanguage): ReplyForm[] {
  if (labels === undefined) return [];
  const header = headerOf(labels);
  const bold = header
    .map((line) => line.replace(/^([^:]+:)/, '<b>$1</b>'))
    .map((line) => line.replace(/<(\S+@\S+)>/, '&lt;$1&gt;'));
  const inHtml = bold.join('<br>');
  return [
    plain(`${name}: Outlook`, `${reply}\n\n${header.join('\n')}\n\n${EARLIER}\n`, [reply], ADA),
    plain(
      `${name}: Outlook, with a rule`,
      `${reply}\n\n${'_'.repeat(32)}\n${header.join('\n')}\n\n${EARLIER}\n`,
      [reply],
      ADA,
    ),
    html(
      `${name}: Outlook on the web`,
      `<div>${reply}</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg" dir="ltr"><font>${inHtml}</font><div>&nbsp;</div></div><div>${EARLIER}</div>`,
      [reply],
      ADA,
    ),
    html(
      `${name}: Outlook for Windows`,
      `<div class="WordSection1"><p class="MsoNormal">${reply}</p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">${inHtml}</p></div></div><p class="MsoNormal">${EARLIER}</p></div>`,
      [reply],
      ADA,
    ),
  ];
}

function separated({ name, reply, original, outlook: labels }: ReplyLanguage): ReplyForm[] {
  if (original === undefined || labels === undefined) return [];
  const header = headerOf(labels).join('\n');
  return [
    plain(`${name}: original message`, `${reply}\n\n-----${original}-----\n${header}\n\n${EARLIER}\n`, [reply], ADA),
  ];
}

function forwarded({ name, reply, forwarded: phrase, prefix, outlook: labels }: ReplyLanguage): ReplyForm[] {
  const forms: ReplyForm[] = [];
  const all = { quoted: [], isForward: true, ...ADA };
  const header = labels === undefined ? '' : headerOf(labels).join('\n');
  if (phrase !== undefined) {
    const body = `${reply}\n\n-------- ${phrase} --------\n${header}\n\n${EARLIER}\n`;
    forms.push(
      plain(`${name}: forwarded`, body, [reply, 'has not arrived'], { ...all, isAnswer: false, subject: 'Lamp' }),
    );
  }
  if (prefix !== undefined) {
    const body = `${reply}\n\n${header}\n\n${EARLIER}\n`;
    const subject = `${prefix}: Lamp`;
    forms.push(plain(`${name}: forwarded by Outlook`, body, [reply, 'has not arrived'], { ...all, subject }));
  }
  return forms;
}
