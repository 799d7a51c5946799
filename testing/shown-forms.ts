import { type HidingTechnique, SEEN, technique } from './technique.ts';

const rule = (css: string, element: string) => `<style>${css}</style>${element}`;
const block = (style: string) => `<div style="${style}">${SEEN}</div>`;
const cell = (style: string, attributes = '') =>
  `<table><tr><td ${attributes} style="${style}">${SEEN}</td></tr></table>`;

/** Ordinary ways of newsletters, with words that a person sees although similar ones are hidden. */
export const SHOWN: readonly HidingTechnique[] = [
  technique('font size reset', `<td style="font-size:0"><span style="font-size:14px">${SEEN}</span></td>`),
  technique('white on a dark ground', `<table bgcolor="#222222"><tr><td style="color:#fff">${SEEN}</td></tr></table>`),
  technique(
    'a rule for narrow screens',
    rule('@media (max-width:600px){.x{display:none}}', `<p class="x">${SEEN}</p>`),
  ),
  technique('a rule for print', rule('@media print{.x{display:none}}', `<p class="x">${SEEN}</p>`)),
  technique(
    'a rule for dark colors',
    rule('@media (prefers-color-scheme:dark){.x{color:#fff}}', `<p class="x">${SEEN}</p>`),
  ),
  technique('the weaker rule', rule('p.x{display:block}.x{display:none}', `<p class="x">${SEEN}</p>`)),
  technique(
    'a style that overrides a rule',
    rule('.x{display:none}', `<p class="x" style="display:block">${SEEN}</p>`),
  ),
  technique('no height without a cut', `<div style="height:0">${SEEN}</div>`),
  technique('no height of a row', `<table><tr style="height:0;overflow:hidden"><td>${SEEN}</td></tr></table>`),
  technique('no height within a line', `<span style="max-height:0;overflow:hidden">${SEEN}</span>`),
  technique('a small indent', `<p style="text-indent:-20px;padding-left:20px">${SEEN}</p>`),
  technique('open details', `<details open><summary>More</summary>${SEEN}</details>`),
  technique('lines by style', '<b style="display:block">shown</b><b style="display:table">words</b>'),
  technique('small print', `<p style="font-size:9px;color:#999">${SEEN}</p>`),
  technique('opacity of muted text', `<p style="opacity:.6">${SEEN}</p>`),
  technique(
    'a document within a quotation',
    `<p>shown</p><div><html><head><style>b{color:red}</style></head><body><p>words</p></body></html></div>`,
  ),
  technique('text in the head', `<head><title>x</title>${SEEN}</head>`),
  technique('a rule of another type', `<style type="text/plain">p{display:none}</style><p>${SEEN}</p>`),
  technique('a value that no browser supports', rule('@supports (display:foo){p{display:none}}', `<p>${SEEN}</p>`)),
  technique('a range that does not hold', rule('@media (width < 500px){p{display:none}}', `<p>${SEEN}</p>`)),
  technique('a rule for no screen', rule('@media not screen{p{display:none}}', `<p>${SEEN}</p>`)),
  technique('an unknown feature', rule('@media (foo:bar){p{display:none}}', `<p>${SEEN}</p>`)),
  technique('the attribute hidden, overridden', rule('p{display:block}', `<p hidden>${SEEN}</p>`)),
  technique('a dialog, shown by a rule', rule('dialog{display:block}', `<dialog>${SEEN}</dialog>`)),
  technique('a weaker layer', rule('@layer a{p{display:none}}p{display:block}', `<p>${SEEN}</p>`)),
  technique('cells without blanks between them', `<table><tr><td>shown</td><td>words</td></tr></table>`),
  technique('the other end of a comment', `<!-- x --!><p>${SEEN}</p>`),
  technique('a wrong value', `<p style="display:block;display:no">${SEEN}</p>`),
  technique('a graphic with text', `<svg width="300" height="20"><text y="15">${SEEN}</text></svg>`),
  technique('a button', `<button>${SEEN}</button>`),
  technique('a formula', `<math><mtext>${SEEN}</mtext></math>`),
  technique('the text of a picture', `<p>and</p><img alt="${SEEN}" src="https://example.com/a.png">`),
  technique('a picture with a ground', cell('background:#003366 url(https://img.example/a.png);color:#fff')),
  technique(
    'a picture with a ground of an attribute',
    cell('color:#ffffff', 'bgcolor="#222" background="https://img.example/a.png"'),
  ),
  technique('a gradient of dark colors', block('background:linear-gradient(90deg,#0a2540 0%,#635bff 100%);color:#fff')),
  technique('dark text over a picture', block('background:url(https://img.example/a.png);color:#222')),
  technique(
    'a ground that is partly seen through',
    `<div style="background:#000">${block('color:#fff;background:rgba(255,255,255,.1)')}</div>`,
  ),
  technique(
    'white on a dark table',
    `<table bgcolor="black"><tr><td><font color="white">${SEEN}</font></td></tr></table>`,
  ),
  technique('white on a dark row', `<table><tr bgcolor="#333"><td><p style="color:#fff">${SEEN}</p></td></tr></table>`),
  technique(
    'a table that is a block with a height',
    `<table style="display:block;height:60px;overflow:hidden"><tr><td>${SEEN}</td></tr></table>`,
  ),
  technique('a box with enough room', block('width:400px;height:60px;overflow:hidden')),
  technique('a box that clips at its width', block('max-width:600px;overflow:hidden')),
  technique(
    'a box that clears floats',
    `<div style="overflow:auto"><div style="float:left;width:50%">${SEEN}</div></div>`,
  ),
  technique(
    'one line with dots at the end',
    block('width:300px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis'),
  ),
  technique('a small margin upwards', block('margin-top:-8px')),
  technique('margins of a row', `<div style="padding:0 15px"><div style="margin:0 -15px">${SEEN}</div></div>`),
  technique('an outdented list', `<p style="margin-left:.5in;text-indent:-.25in">${SEEN}</p>`),
  technique('an absolute place in the window', block('position:absolute;left:40px;top:120px')),
  technique('a relative place', block('position:relative;top:2px;left:4px')),
  technique(
    'a rule for wide screens',
    rule('.x{display:none}@media (min-width:600px){.x{display:block}}', `<p class="x">${SEEN}</p>`),
  ),
  technique(
    'a height for wide screens',
    rule(
      '.x{max-height:0;overflow:hidden}@media screen and (min-width:601px){.x{max-height:none;overflow:visible}}',
      `<p class="x">${SEEN}</p>`,
    ),
  ),
  technique(
    'properties of Outlook',
    block('mso-line-height-rule:exactly;mso-table-lspace:0pt;mso-hide:all;mso-fareast-language:EN-US'),
  ),
  technique(
    'prefixes of other engines',
    block('-moz-transform:scale(0);-ms-filter:x;-o-transition:none;-ms-text-size-adjust:100%'),
  ),
  technique('a line height that is reset', `<div style="line-height:0"><p style="line-height:1.5">${SEEN}</p></div>`),
  technique(
    'a font size that is reset',
    `<div style="font-size:0;line-height:0"><div style="display:inline-block;font-size:16px;line-height:24px">${SEEN}</div></div>`,
  ),
  technique('a line of its size', block('line-height:1;overflow:hidden')),
  technique('a selected option', `<select><option>one</option><option selected>${SEEN}</option></select>`),
  technique('the first option', `<select><option>${SEEN}</option><option>two</option></select>`),
  technique('a text area', `<textarea rows="3" cols="40">${SEEN}</textarea>`),
  technique('a field with a value', `<input type="text" size="30" value="${SEEN}">`),
  technique('a field with a hint', `<input type="email" size="30" placeholder="${SEEN}">`),
  technique('a button with a value', `<input type="submit" value="${SEEN}">`),
  technique(
    'a graphic with a size',
    `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="40"><text x="5" y="25" font-size="16" fill="#333">${SEEN}</text></svg>`,
  ),
  technique('without scripts', `<noscript><p>${SEEN}</p></noscript>`),
  technique('a summary', `<details><summary>${SEEN}</summary></details>`),
  technique('a transform that changes nothing', block('transform:translateZ(0);backface-visibility:hidden')),
  technique('a small turn', block('transform:rotate(-2deg);display:inline-block')),
  technique('spaced letters', block('letter-spacing:2px;word-spacing:1px;text-transform:uppercase')),
  technique('tight letters', block('letter-spacing:-.02em')),
  technique('a shadow', block('box-shadow:0 2px 8px rgba(0,0,0,.2);border-radius:8px;padding:16px')),
  technique(
    'a link in white on a button',
    `<a href="https://a.example" style="background:#0b5;color:#fff;padding:12px 24px;display:inline-block">${SEEN}</a>`,
  ),
  technique(
    'a flexible row',
    `<div style="display:flex;justify-content:space-between"><span>a</span><span>${SEEN}</span></div>`,
  ),
  technique(
    'a grid',
    `<div style="display:grid;grid-template-columns:1fr 2fr;gap:8px"><span>a</span><span>${SEEN}</span></div>`,
  ),
  technique('floats', `<div style="float:left;width:200px">a</div><div style="float:right;width:300px">${SEEN}</div>`),
  technique('a variable', rule(':root{--brand:#0a2540}.x{color:var(--brand)}', `<p class="x">${SEEN}</p>`)),
  technique('a variable with a fallback', block('color:var(--none,#333)')),
  technique(
    'a web font',
    rule(
      '@font-face{font-family:Inter;src:url(https://f.example/i.woff2);unicode-range:U+0-FF}',
      `<p style="font-family:Inter,Arial">${SEEN}</p>`,
    ),
  ),
  technique(
    'a font of the computer',
    rule(
      "@font-face{font-family:R;src:local('Roboto'),url(https://f.example/r.woff2)}",
      `<p style="font-family:R,Arial">${SEEN}</p>`,
    ),
  ),
  technique('hover', rule('.x:hover{opacity:0}a:focus{display:none}', `<p class="x">${SEEN}</p>`)),
  technique('a drop cap', rule('.x::first-letter{font-size:32px;color:#c00;float:left}', `<p class="x">${SEEN}</p>`)),
  technique('a selection', rule('.x::selection{color:#fff;background:#fff}', `<p class="x">${SEEN}</p>`)),
  technique(
    'a selector of another engine',
    rule('.x:-ms-input-placeholder,_:-ms-fullscreen .x{display:none}', `<p class="x">${SEEN}</p>`),
  ),
  technique(
    'an animation that nothing names',
    rule('@keyframes f{to{opacity:0}}.y{animation:f 1s}', `<p class="x">${SEEN}</p>`),
  ),
  technique('a transition', block('transition:all .3s ease;cursor:pointer')),
  technique('a minimum of the height', block('min-height:0;min-width:0;height:auto')),
  technique(
    'a centered wrapper',
    `<center style="width:100%;table-layout:fixed"><div style="max-width:600px;margin:0 auto">${SEEN}</div></center>`,
  ),
  technique(
    'a nested document of a reply',
    `<div class="gmail_quote"><blockquote style="margin:0 0 0 .8ex;border-left:1px #ccc solid;padding-left:1ex">${SEEN}</blockquote></div>`,
  ),
  technique('a font without a size', block('font:bold 14px/20px Arial,sans-serif')),
  technique('a color in hsl', block('color:hsl(210 50% 30%)')),
  technique('a gray of small print', block('color:#8898aa;font-size:12px')),
  technique('a color of a class in quirks mode', rule('.Big{color:#123456}', `<p class="big">${SEEN}</p>`)),
];
