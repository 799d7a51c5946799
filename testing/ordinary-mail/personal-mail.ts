import { Random } from '../faults/random.ts';
import type { OrdinaryMail } from './newsletter.ts';
import { Words } from './words.ts';

const signature = (words: Words) =>
  `<p style="font-size:12px;color:#666666">${words.some(2)}<br>Tel. 555 01${words.random.int(10, 99)}</p>`;

/** How mail programs write what a person types: the text, a signature, and the message that it replies to. */
const PROGRAMS: readonly ((words: Words, quoted: string) => string)[] = [
  (words, quoted) => `<div dir="ltr"><div>${words.sentence()}</div><div><br></div><div>${words.paragraph()}</div>
<div><br clear="all"></div>-- <br><div class="gmail_signature">${signature(words)}</div></div><br>
<div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Mon, ${words.some(2)} wrote:<br></div>
<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204)">${quoted}</blockquote></div>`,
  (words, quoted) => `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!--
@font-face{font-family:Calibri;panose-1:2 15 5 2 2 2 4 3 2 4;} p.MsoNormal{margin:0cm;font-size:11.0pt;font-family:"Calibri",sans-serif;}
span.EmailStyle17{mso-style-type:personal-compose;color:windowtext;} @page WordSection1{size:612.0pt 792.0pt;} div.WordSection1{page:WordSection1;}
--></style></head><body lang="EN-US" link="#0563C1" style="word-wrap:break-word"><div class="WordSection1">
<p class="MsoNormal">${words.sentence()}<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><p class="MsoNormal">${words.paragraph()}<o:p></o:p></p>
<div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal"><b>From:</b> ${words.some(2)}<br><b>Subject:</b> ${words.some(3)}</p></div>
${quoted}</div></body></html>`,
  (words, quoted) => `<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head>
<body style="overflow-wrap: break-word; -webkit-nbsp-mode: space; line-break: after-white-space;">${words.sentence()}<div><br></div><div>${words.paragraph()}<br>
<div><br><blockquote type="cite"><div>On 3 May, ${words.some(2)} wrote:</div><br class="Apple-interchange-newline"><div>${quoted}</div></blockquote></div></div></body></html>`,
  (
    words,
    quoted,
  ) => `<html><head></head><body text="#000000" bgcolor="#FFFFFF"><p>${words.sentence()}</p><p>${words.paragraph()}</p>
<div class="moz-cite-prefix">Am 3. Mai schrieb ${words.some(1)}:<br></div><blockquote type="cite" cite="mid:1@example.com">${quoted}</blockquote>
<pre class="moz-signature" cols="72">-- \n${words.some(2)}</pre></body></html>`,
  (
    words,
    quoted,
  ) => `<div style="font-family: Arial, sans-serif; font-size: 14px;">${words.sentence()}</div><div class="protonmail_signature_block">
<div class="protonmail_signature_block-user protonmail_signature_block-empty"></div></div><div class="protonmail_quote">${quoted}</div>`,
  (
    words,
    quoted,
  ) => `<html><head><style type="text/css" style="display:none;">P {margin-top:0;margin-bottom:0;}</style></head><body dir="ltr">
<div class="elementToProof" style="font-family: Aptos, Calibri; font-size: 12pt; color: rgb(0, 0, 0);">${words.sentence()}</div>
<table><tr><td>${words.some(2)}</td><td>${words.some(2)}</td></tr></table><div id="appendonsend"></div><hr style="display:inline-block;width:98%">
<div id="divRplyFwdMsg" dir="ltr"><font face="Calibri" color="#000000"><b>From:</b> ${words.some(2)}</font></div>${quoted}</body></html>`,
];

/** An email of one person to another, as common mail programs write it. The same index is the same email. */
export function personalMail(index: number): OrdinaryMail {
  const words = new Words(new Random(`personal/${index}`));
  const [program, earlier] = [words.random.pick(PROGRAMS), words.random.pick(PROGRAMS)];
  const quoted = words.random.chance(0.6) ? earlier(words, `<p>${words.paragraph()}</p>`) : '';
  return { name: `personal email ${index}`, html: program(words, quoted) };
}
