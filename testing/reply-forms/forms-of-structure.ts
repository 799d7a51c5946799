import { EARLIER, html, type ReplyForm } from './form.ts';

const WRITTEN = ['Please send it to Mill Street 4.'];
const OWN = '<div>Please send it to Mill Street 4.</div>';
/** Greetings in a language that no table of marks has: the structure alone has to tell. */
const UNKNOWN = 'Siku ya 4 Novemba, Ada Love amesema';
const HEADER = [
  '<b>Kutoka:</b> Ada Love &lt;ada@example.com&gt;',
  '<b>Imetumwa:</b> Jumatano, 4 Novemba 2026 10:00',
  '<b>Kwa:</b> Bob &lt;bob@example.net&gt;',
  '<b>Mada:</b> Taa',
].join('<br>');
const ADA = '&lt;ada@example.com&gt;';
const LINE = `On Wed, Nov 4, 2026 at 10:00 AM Ada Love ${ADA} wrote:`;

const reply = (name: string, body: string) => html(`structure: ${name}`, body, WRITTEN);

/** Replies that are recognized by the elements of a mail program, in no language. */
const REPLIES: readonly ReplyForm[] = [
  reply('blockquote of type cite', `${OWN}<blockquote type="cite">${EARLIER}</blockquote>`),
  reply(
    'Gmail',
    `${OWN}<div class="gmail_quote"><div class="gmail_attr">${UNKNOWN}:</div><blockquote class="gmail_quote">${EARLIER}</blockquote></div>`,
  ),
  reply(
    'Gmail before 2018',
    `${OWN}<div class="gmail_extra"><br><div class="gmail_quote">${LINE}<br><blockquote class="gmail_quote">${EARLIER}</blockquote></div></div>`,
  ),
  reply(
    'Outlook on the web',
    `${OWN}<div id="appendonsend"></div><hr><div id="divRplyFwdMsg">${HEADER}</div><div>${EARLIER}</div>`,
  ),
  reply(
    'Outlook on the web before 2016',
    `${OWN}<hr tabindex="-1"><div id="divRpF1234" style="direction: ltr;">${HEADER}</div><div>${EARLIER}</div>`,
  ),
  reply(
    'Outlook for Windows',
    `${OWN}<div><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in'><p>${HEADER}</p></div></div><p>${EARLIER}</p>`,
  ),
  reply(
    'Outlook for Mac',
    `${OWN}<div style="border:none;border-top:solid #B5C4DF 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p>${HEADER}</p></div><p>${EARLIER}</p>`,
  ),
  reply(
    'Outlook for Windows with an indent',
    `${OWN}<div style='border:none;border-left:solid blue 1.5pt;padding:0cm 0cm 0cm 4.0pt'><div>${HEADER}</div><p>${EARLIER}</p></div>`,
  ),
  reply(
    'Outlook for Mac 2011',
    `${OWN}<span id="OLK_SRC_BODY_SECTION"><div>${HEADER}</div><div>${EARLIER}</div></span>`,
  ),
  reply(
    'Outlook for phones',
    `${OWN}<div id="mail-editor-reference-message-container"><div class="ms-outlook-mobile-reference-message skipProofing">${HEADER}</div><div>${EARLIER}</div></div>`,
  ),
  reply(
    'Outlook for phones, older',
    `${OWN}<hr><div id="divRplyFwdMsg" dir="ltr">${HEADER}</div><div class="ms-outlook-mobile-reference-message">${EARLIER}</div>`,
  ),
  reply(
    'Apple Mail',
    `${OWN}<br><div><blockquote type="cite"><div>${UNKNOWN}:</div><br class="Apple-interchange-newline"><div>${EARLIER}</div></blockquote></div>`,
  ),
  reply(
    'Apple Mail, with classes',
    `${OWN}<blockquote type="cite" class=""><div class="AppleOriginalContents">${EARLIER}</div></blockquote>`,
  ),
  reply(
    'Yahoo',
    `${OWN}<div id="ydp12ab34yahoo_quoted_5678" class="ydp12ab34yahoo_quoted"><div>${UNKNOWN}:</div><div>${EARLIER}</div></div>`,
  ),
  reply('Yahoo before 2018', `${OWN}<div class="yahoo_quoted" style="display:block"><div>${EARLIER}</div></div>`),
  reply(
    'Yahoo for phones',
    `${OWN}<blockquote class="iosymail"><div>${UNKNOWN}:</div><div>${EARLIER}</div></blockquote>`,
  ),
  reply(
    'Thunderbird',
    `${OWN}<div class="moz-cite-prefix">${UNKNOWN}:<br></div><blockquote type="cite" cite="mid:1@x">${EARLIER}</blockquote>`,
  ),
  reply(
    'Thunderbird with a signature',
    `${OWN}<div class="moz-cite-prefix">${UNKNOWN}:<br></div><blockquote type="cite">${EARLIER}</blockquote><pre class="moz-signature">-- \nBob</pre>`,
  ),
  reply(
    'Proton',
    `${OWN}<div class="protonmail_quote">${LINE}<br><br><blockquote class="protonmail_quote" type="cite">${EARLIER}</blockquote></div>`,
  ),
  reply(
    'Proton before 2023',
    `${OWN}<div class="protonmail_quote">------- Original Message -------<br>${LINE}<br><br><blockquote class="protonmail_quote" type="cite">${EARLIER}</blockquote></div>`,
  ),
  reply('Tuta', `${OWN}<div>${LINE}</div><blockquote class="tutanota_quote">${EARLIER}</blockquote>`),
  reply(
    'GMX',
    `${OWN}<div name="quote" style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px solid #C3D9E5;"><div>${HEADER}</div><div name="quoted-content">${EARLIER}</div></div>`,
  ),
  reply(
    'Zimbra',
    `${OWN}<hr id="zwchr" data-marker="__DIVIDER__"><div data-marker="__HEADERS__">${HEADER}</div><br><div data-marker="__QUOTED_TEXT__">${EARLIER}</div>`,
  ),
  reply(
    'Zoho',
    `${OWN}<div class="zmail_extra"><div id="Zm-_Id_-Sgn1">---- On Wed, 04 Nov 2026 10:00:00 +0100 Ada Love ${ADA} wrote ---</div><br><blockquote id="blockquote_zmail">${EARLIER}</blockquote></div>`,
  ),
  reply('Front', `${OWN}<blockquote type="cite" class="front-blockquote"><div>${LINE}</div>${EARLIER}</blockquote>`),
  reply(
    'Freshdesk',
    `${OWN}<div class="freshdesk_quote"><blockquote class="freshdesk_quote">${LINE}<br>${EARLIER}</blockquote></div>`,
  ),
  reply(
    'Spark',
    `${OWN}<div name="messageReplySection">On 4 Nov 2026 at 10:00 +0100, Ada Love ${ADA}, wrote:<br><blockquote type="cite">${EARLIER}</blockquote></div>`,
  ),
  reply(
    'Superhuman',
    `${OWN}<div class="gmail_quote">On Wed, Nov 04, 2026 at 10:00 AM, Ada Love &lt; ada@example.com &gt; wrote:<br><blockquote class="gmail_quote sh-color-black">${EARLIER}</blockquote></div>`,
  ),
  reply('Roundcube', `${OWN}<p id="reply-intro">${UNKNOWN}:</p><blockquote type="cite">${EARLIER}</blockquote>`),
  reply('Horde', `${OWN}<p>Quoting Ada Love ${ADA}:</p><blockquote type="cite">${EARLIER}</blockquote>`),
  reply(
    'Mailspring',
    `${OWN}<div class="gmail_quote_attribution">${UNKNOWN}:</div><blockquote class="gmail_quote">${EARLIER}</blockquote>`,
  ),
  reply(
    'NetEase',
    `${OWN}<div>At 2026-11-04 10:00:00, "Ada Love" ${ADA} wrote:</div><blockquote id="isReplyContent">${EARLIER}</blockquote>`,
  ),
  reply('Yandex', `${OWN}<div>04.11.2026, 10:00, "Ada Love" ${ADA}:</div><blockquote><p>${EARLIER}</p></blockquote>`),
];

const shown = { quoted: [], isForward: true };

const FORWARDS: readonly ReplyForm[] = [
  html(
    'structure: forwarded by Thunderbird',
    `${OWN}<div class="moz-forward-container"><br>-------- ${UNKNOWN} --------<table><tr><th>Mada: </th><td>Taa</td></tr></table>${EARLIER}</div>`,
    [...WRITTEN, 'has not arrived'],
    { ...shown, isAnswer: false, subject: 'Fwd: Lamp' },
  ),
  html(
    'structure: forwarded by Gmail',
    `${OWN}<div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message ---------<br>From: Ada Love ${ADA}<br>Date: Wed, Nov 4, 2026 at 10:00 AM<br>Subject: Lamp<br>To: Bob<br></div><br><br>${EARLIER}</div>`,
    [...WRITTEN, 'has not arrived', 'Ada Love'],
    { ...shown, isAnswer: false, subject: 'Fwd: Lamp', from: 'ada@example.com' },
  ),
  html(
    'structure: forwarded by Apple Mail',
    `${OWN}<blockquote type="cite"><div>Begin forwarded message:</div><br><div><b>From: </b>Ada Love ${ADA}</div><div><b>Subject: </b><b>Lamp</b></div><div><b>Date: </b>4 November 2026 at 10:00:00 CET</div><div><b>To: </b>bob@example.net</div><br><div>${EARLIER}</div></blockquote>`,
    [...WRITTEN, 'has not arrived'],
    { ...shown, isAnswer: false, subject: 'Fwd: Lamp', from: 'ada@example.com' },
  ),
  html(
    'structure: forwarded by Outlook on the web, with another subject',
    `${OWN}<div id="appendonsend"></div><hr><div id="divRplyFwdMsg">${HEADER}</div><div>${EARLIER}</div>`,
    [...WRITTEN, 'has not arrived'],
    { ...shown, isAnswer: false, subject: 'A broken lamp' },
  ),
  html(
    'structure: forwarded by NetEase',
    `${OWN}<div id="isForwardContent">${EARLIER}</div>`,
    [...WRITTEN, 'has not arrived'],
    { ...shown, isAnswer: false, subject: 'Fw: Lamp' },
  ),
];

const ALSO_QUOTED = 'And which color do you want?';

/** Replies between and below the quoted lines, in elements of mail programs. */
const BETWEEN: readonly ReplyForm[] = [
  html(
    'structure: between the quoted lines in Gmail',
    `<div class="gmail_quote"><div class="gmail_attr">${LINE}</div><blockquote class="gmail_quote">${EARLIER}</blockquote><div>Yes, I can.</div><blockquote class="gmail_quote">${ALSO_QUOTED}</blockquote><div>Blue, please.</div></div>`,
    ['Yes, I can.', 'Blue, please.'],
    { quoted: ['Ada Love'] },
  ),
  html(
    'structure: between the quoted lines in Thunderbird',
    `<div class="moz-cite-prefix">${LINE}</div><blockquote type="cite">${EARLIER}</blockquote><p>Yes, I can.</p><blockquote type="cite">${ALSO_QUOTED}</blockquote><p>Blue, please.</p>`,
    ['Yes, I can.', 'Blue, please.'],
    { quoted: ['Ada Love'] },
  ),
  html(
    'structure: below the quotation in Gmail',
    `<div class="gmail_quote"><div class="gmail_attr">${LINE}</div><blockquote class="gmail_quote">${EARLIER}</blockquote><div>Yes, I can.</div></div>`,
    ['Yes, I can.'],
  ),
  html(
    'structure: below the quotation in Apple Mail',
    `<blockquote type="cite"><div>${LINE}</div><div>${EARLIER}</div></blockquote><div>Yes, I can.</div>`,
    ['Yes, I can.'],
  ),
  html(
    'structure: above and below the quotation',
    `<div>Good morning,</div><div>${LINE}</div><blockquote type="cite">${EARLIER}</blockquote><div>Yes, I can.</div>`,
    ['Good morning,', 'Yes, I can.'],
  ),
];

/** Blockquotes that are a format of what the author wrote. */
const CONTENT: readonly ReplyForm[] = [
  html(
    'content: a blockquote that is formatted',
    '<p>Please publish this sentence:</p><blockquote>Our shop is closed on Monday.</blockquote>',
    ['Please publish', 'closed on Monday'],
    { quoted: [] },
  ),
  html(
    'content: a blockquote with a border, in an email that replies to none',
    '<p>They say:</p><blockquote style="border-left:1px solid #ccc;padding-left:1ex">Ask twice.</blockquote><p>I agree.</p>',
    ['They say:', 'Ask twice.', 'I agree.'],
    { quoted: [], isAnswer: false, subject: 'Lamp' },
  ),
  html(
    'content: a signature of Thunderbird and a table with a border',
    '<p>Hello,</p><div style="border-top:solid #E1E1E1 1.0pt">All our prices are below.</div><div class="moz-signature">-- <br>Bob Mill</div>',
    ['Hello,', 'All our prices', 'Bob Mill'],
    { quoted: [] },
  ),
];

export function formsOfStructure(): ReplyForm[] {
  return [...REPLIES, ...FORWARDS, ...BETWEEN, ...CONTENT];
}
