import { Random } from '../faults/random.ts';
import { BLOCKS, footer } from './newsletter-blocks.ts';
import { Words } from './words.ts';

/** An ordinary email that is made from a seed. */
export interface OrdinaryMail {
  readonly name: string;
  readonly html: string;
}

const DOCTYPES = [
  '<!doctype html>',
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">',
  '',
];

/** What builders repeat at the top of each newsletter: resets for programs, web fonts, rules for widths and colors. */
const RULES = [
  '#outlook a{padding:0}.ExternalClass{width:100%}.ExternalClass *{line-height:100%}',
  'body{margin:0;padding:0;-webkit-text-size-adjust:100%}table,td{border-collapse:collapse;mso-table-lspace:0pt}',
  '@import url(https://fonts.example.com/css?family=Roboto:400,700);',
  "@font-face{font-family:'Inter';font-style:normal;src:url(https://fonts.example.com/inter.woff2) format('woff2')}",
  '@media only screen and (max-width:480px){.stack,.mj-column{display:block!important;width:100%!important}}',
  '@media only screen and (max-width:600px){.desktop-only{display:none!important}.mobile-only{display:block!important;max-height:none!important}}',
  '@media (prefers-color-scheme:dark){body,.dark{background:#121212!important}p,h1,h2,td{color:#f5f5f5!important}}',
  '[data-ogsc] p{color:#ffffff!important}u + .body .full{width:100vw!important}',
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '.mobile-only{display:none}',
  'a[x-apple-data-detectors]{color:inherit!important;text-decoration:none!important}',
  '@media print{.stack{display:none}}.link{color:#ffffff}p{margin:13px 0}',
  "/* what's new */ h1 > a, .footer a:hover{color:#3869D4} td:first-child{padding-left:0}",
];

const FILL = '&nbsp;&zwnj;'.repeat(40);

/** The line that programs show in lists of messages, hidden in the ways of the builders; or none. */
function preheader(words: Words): string {
  return words.pick(
    () => '',
    () => `<div style="display:none;font-size:1px;line-height:1px;max-height:0px;opacity:0">${words.sentence()}</div>`,
    () => `<span class="preheader" style="display:none!important;mso-hide:all">${words.sentence()}${FILL}</span>`,
    () =>
      `<div style="display:none;max-height:0;overflow:hidden">${words.some(8)}</div><div style="display:none">${FILL}</div>`,
    () =>
      `<div style="color:#ffffff;font-size:1px;opacity:0;visibility:hidden;height:0;width:0">${words.sentence()}</div>`,
    () =>
      `<table width="100%"><tr><td style="font-size:11px">${words.some(5)} <a href="https://example.com">${words.some(3)}</a></td></tr></table>`,
  )();
}

function head(words: Words): string {
  const rules = RULES.filter(() => words.random.chance(0.5));
  const styles = words.random.chance(0.2)
    ? rules.map((rule) => `<style type="text/css">${rule}</style>`)
    : [`<style type="text/css">${words.pick('', '<!--\n')}${rules.join('\n')}${words.pick('', '')}</style>`];
  return `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${words.some(3)}</title>
<!--[if mso]><style>.stack{width:300px}</style><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->
${styles.join('\n')}</head>`;
}

/** A newsletter, with a layout and blocks as common builders make them. The same index is the same newsletter. */
export function newsletter(index: number): OrdinaryMail {
  const words = new Words(new Random(`newsletter/${index}`));
  const blocks = Array.from({ length: words.random.int(3, 9) }, () => words.random.pick(BLOCKS)(words));
  const rows = [...blocks, footer(words)].join('\n');
  const inner = `<table align="center" width="600" cellpadding="0" cellspacing="0" role="presentation">${rows}</table>`;
  const layout = words.pick(
    `<table width="100%" bgcolor="#f4f4f4"><tr><td align="center">${inner}</td></tr></table>`,
    `<center class="wrapper" style="width:100%;table-layout:fixed"><div style="max-width:600px;margin:0 auto">${inner}</div></center>`,
    `<div style="background-color:#eeeeee"><!--[if mso]><table><tr><td><![endif]-->${inner}<!--[if mso]></td></tr></table><![endif]--></div>`,
  );
  const body = `<body class="body" style="margin:0;background-color:${words.pick('#ffffff', '#f6f6f6')}">${preheader(words)}${layout}</body>`;
  const html = `${words.random.pick(DOCTYPES)}<html lang="en" dir="${words.pick('ltr', 'ltr', 'rtl')}">${head(words)}${body}</html>`;
  return { name: `newsletter ${index}`, html };
}
