import { type HidingTechnique, technique, UNSEEN } from './technique.ts';

const block = (style: string) => `<div style="${style}">${UNSEEN}</div>`;
const rule = (css: string, element = `<p class="x">${UNSEEN}</p>`) => `<style>${css}</style>${element}`;
const WHITE_PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==';

/** Ways to hide words by colors, grounds, rules and the structure of the document. */
export const PAINT_TECHNIQUES: readonly HidingTechnique[] = [
  technique('a gradient in the color of the text', block('background:linear-gradient(#fff,#fff);color:#fff')),
  technique(
    'a gradient that is too small',
    block('background:linear-gradient(#000,#000) no-repeat;background-size:0 0;color:#fff'),
  ),
  technique('a picture that is not loaded', block('background:#fff url(https://img.example/a.png);color:#fff')),
  technique('a picture without a ground', block('background-image:url(https://img.example/a.png);color:#fff')),
  technique('a picture in the email', `<div style="background:#000 url(${WHITE_PIXEL});color:#fff">${UNSEEN}</div>`),
  technique(
    'a ground behind a ground',
    `<div style="background:#000"><div style="background:#fff">${block('color:#fff')}</div></div>`,
  ),
  technique('a mixed color', block('color:color-mix(in srgb,white,white)')),
  technique('a relative color', block('color:rgb(from white r g b)')),
  technique('a color for light and dark', block('color:light-dark(white,black)')),
  technique('a color in lab', block('color:lab(100% 0 0)')),
  technique('a color in oklch', block('color:oklch(1 0 0)')),
  technique('a color of a color space', block('color:color(srgb 1 1 1)')),
  technique('a color of the system', block('color:Canvas')),
  technique(
    'a color of an attribute that is no color',
    `<table bgcolor="#ffffff"><tr><td><font color="fffffz">${UNSEEN}</font></td></tr></table>`,
  ),
  technique('the color of links', `<body link="#ffffff"><a href="https://a.example">${UNSEEN}</a>`),
  technique('a ground in the color of the text', block('background:#333;color:#333')),
  technique('a shadow in the box', block('color:#fff;box-shadow:inset 0 0 0 1px #fff')),
  technique('a shadow in the color of the text', block('box-shadow:inset 0 0 0 100px #000')),
  technique('a bright filter', block('filter:brightness(100)')),
  technique('a contrast', block('filter:contrast(0) opacity(0)')),
  technique('a filter with a prefix', block('-webkit-filter:opacity(0)')),
  technique('a blend', block('mix-blend-mode:lighten;color:#fff')),
  technique('a text clip', block('-webkit-background-clip:text;background-clip:text;color:transparent')),
  technique('dots for letters', block('-webkit-text-security:disc')),
  technique(
    'an empty font',
    `<style>@font-face{font-family:e;src:url(data:font/woff2;base64,d09GMgABAAAAAADcAAoAAAAAAggAAACWAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAABmAALAosMAE2AiQDCAsGAAQgBSAHIBtvAcieB3aD8wURQ+TZazbRE9HvF5vde4KCYGhiCgq/NKPF0i6UIsZynbP+Xi9Ng+XLbNlmNz/xIBBqq61FIQRJhC/+QA/08PJQJ3sK5TZFMlWzC/iK5GUN40psgqvxwBjBOg6JUSJ7ewyKE2AAaXZrfUB4v+hze37ugJ9d+DeYqiDwVgCawviwVFGnuttkLqIMGivmDg) format("woff2")}</style><p style="font-family:e;color:#fff">${UNSEEN}</p>`,
  ),
  technique('an animation that holds its end', rule('@keyframes h{to{opacity:0}}.x{animation:h 1ms forwards}')),
  technique('an animation without an end', rule('@keyframes h{from,to{opacity:0}}.x{animation:h 1s infinite}')),
  technique(
    'an animation of the color',
    rule(
      '@keyframes h{from,to{color:#fff}}.x{animation-name:h;animation-duration:9s;animation-iteration-count:infinite}',
    ),
  ),
  technique('a transition that starts', rule('@starting-style{.x{opacity:0}}.x{transition:opacity 99999s}')),
  technique('the first line', rule('.x::first-line{color:#fff}')),
  technique('the first line, small', rule('.x::first-line{font-size:0}')),
  technique('the first letter', rule('.x::first-letter{color:#000}.x{color:#fff}')),
  technique('any namespace', rule('*|p.x{display:none}')),
  technique('a default namespace', rule('@namespace url(http://www.w3.org/1999/xhtml);p.x{display:none}')),
  technique('a calculation in a condition', rule('@media (min-width:calc(1px + 1px)){.x{display:none}}')),
  technique('a minimum in a condition', rule('@media (min-width:min(10px,20px)){.x{display:none}}')),
  technique(
    'a container',
    rule(
      '.c{container-type:inline-size}@container (min-width:1px){.x{display:none}}',
      `<div class="c"><p class="x">${UNSEEN}</p></div>`,
    ),
  ),
  technique('a condition in a rule', rule('p{@media (min-width:1px){display:none}}')),
  technique('a declaration after a rule in a rule', rule('p{.y{color:red} display:none}')),
  technique('a scope', rule('@scope (body){.x{display:none}}')),
  technique(
    'a registered property',
    rule('@property --d{syntax:"*";inherits:false;initial-value:none}.x{display:var(--d)}'),
  ),
  technique('a variable with a capital', block('--A:none;display:var(--A)')),
  technique('a fallback of a variable', block('display:var(--none,var(--neither,none))')),
  technique('a variable in a shorthand', block('--z:0;font:var(--z)/1 Arial')),
  technique('the specificity of :is()', rule(':is(#q,p.x){display:none}p.x.x{display:block}')),
  technique('the specificity of :where()', rule('p{display:none}:where(p.x){display:block}')),
  technique('the specificity of :not()', rule('p:not(#q){display:none}p.x.x{display:block}')),
  technique('a list with a wrong selector', rule('.x{display:none}.x,:foo-bar{display:block}')),
  technique('the selector :has()', rule('div:has(p){display:none}', `<div><p>${UNSEEN}</p></div>`)),
  technique('the selector :nth-child(of)', rule(':nth-child(1 of .x){display:none}')),
  technique('a length without a unit', `<!doctype html>${block('font-size:0;font-size:20')}`),
  technique('a color without a sign', `<!doctype html>${block('color:#fff;color:000')}`),
  technique('a function that no browser has', block('display:none;display:unknown(1)')),
  technique('a value of another engine', block('display:none;display:-ms-flexbox')),
  technique('all properties', block('display:none;all:revert-layer')),
  technique('an unclosed element of an earlier block', `<div><b style="font-size:0">.</div>${UNSEEN}`),
  technique('a script with a script in a comment', `<script><!--<script></script>${UNSEEN}<!-- --></script>`),
  technique('a paragraph in a hidden one', `<p hidden><span>${UNSEEN}</span></p>`),
  technique('a graphic without size', `<svg width="0" height="0"><text y="20">${UNSEEN}</text></svg>`),
  technique('a graphic with text above it', `<svg width="300" height="40"><text y="-20">${UNSEEN}</text></svg>`),
  technique(
    'a graphic with a box over the text',
    `<svg width="400" height="40"><text y="20">${UNSEEN}</text><rect width="400" height="40" fill="#fff"/></svg>`,
  ),
  technique(
    'a graphic with white text',
    `<svg width="400" height="40"><text y="20" fill="#fff">${UNSEEN}</text></svg>`,
  ),
  technique(
    'a graphic that is scaled',
    `<svg width="400" height="40" viewBox="0 0 90000 9000"><text y="20">${UNSEEN}</text></svg>`,
  ),
  technique('a phantom of a formula', `<math><mphantom><mtext>${UNSEEN}</mtext></mphantom></math>`),
  technique('a formula in white', `<math><mtext mathcolor="#fff">${UNSEEN}</mtext></math>`),
  technique('a tree of its own', `<div><template shadowrootmode="open">other</template>${UNSEEN}</div>`),
  technique(
    'a style sheet in a link',
    `<link rel="stylesheet" href="data:text/css,.x{display:none}"><p class="x">${UNSEEN}</p>`,
  ),
  technique('a style sheet in a style sheet', rule('@import "data:text/css,.x{display:none}";')),
  technique(
    'a dark document',
    `<html style="color-scheme:dark"><body><p style="color:#121212">${UNSEEN}</p></body></html>`,
  ),
  technique(
    'the value of a field that is too short',
    `<input size="3" value="a rather long beginning of a value and then ${UNSEEN}">`,
  ),
  technique(
    'the end of a text area',
    `<textarea rows="2" cols="10">one two three four five six seven eight nine ten ${UNSEEN}</textarea>`,
  ),
  technique('a later option', `<select><option>one</option><option>${UNSEEN}</option></select>`),
  technique('the text of a picture of one pixel', `<img width="1" height="1" alt="${UNSEEN}">`),
  technique('a content that is replaced', block(`content:url(${WHITE_PIXEL})`)),
  technique('an unknown property', block('text-invisible:yes;opacity:0')),
];
