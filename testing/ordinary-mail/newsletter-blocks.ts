import type { Words } from './words.ts';

/** What newsletters consist of, as their builders write it: each function returns rows of the layout's table. */
export type Block = (words: Words) => string;

const row = (content: string, style = 'padding:10px 25px') =>
  `<tr><td align="left" style="${style}">${content}</td></tr>`;

const heading: Block = (words) => {
  const level = words.pick('h1', 'h2', 'h3');
  const style = words.pick('margin:0;font-size:22px', 'text-transform:uppercase;letter-spacing:2px', 'color:#222222');
  return row(`<${level} style="${style}">${words.some(2, 5)}</${level}>`);
};

const text: Block = (words) =>
  row(
    words.pick(
      `<p style="margin:0 0 16px">${words.paragraph()}</p><p>${words.paragraph()}</p>`,
      `<div style="font-family:Helvetica,Arial,sans-serif;font-size:13px;line-height:1.5">${words.paragraph()}</div>`,
      `${words.sentence()}<br><br>${words.sentence()} <a href="https://example.com/a">${words.some(2)}</a>`,
      `<p class="MsoNormal"><span lang="EN-US" style="mso-fareast-language:EN-US">${words.paragraph()}<o:p></o:p></span></p>`,
    ),
  );

const button: Block = (words) => {
  const label = words.some(2);
  const link = `<a href="https://example.com/b" style="color:#ffffff;text-decoration:none" target="_blank">${label}</a>`;
  const vml = `<!--[if mso]><v:roundrect href="https://example.com/b"><center>${label}</center></v:roundrect><![endif]-->`;
  return row(
    words.pick(
      `<table role="presentation" border="0"><tr><td bgcolor="#1a82e2" style="border-radius:6px">${link}</td></tr></table>`,
      `${vml}<!--[if !mso]><!-- --><span style="background-color:#414141">${link}</span><!--<![endif]-->`,
      `<div style="background:#2ea44f;padding:12px"><span class="link">${link}</span></div>`,
    ),
  );
};

const hero: Block = (words) =>
  words.pick(
    `<tr><td><img src="https://example.com/hero.png" alt="${words.some(2)}" width="600" style="display:block"></td></tr>`,
    // Builders set a color below a picture, because programs do not load it at first; one in four forgets it.
    `<tr><td background="https://example.com/bg.png"${words.pick(...Array<string>(3).fill(' bgcolor="#1f3a5f"'), '')} style="padding:60px"><h1 style="color:#fff">${words.some(3)}</h1></td></tr>`,
    `<tr><td bgcolor="#003366"><p style="color:#ffffff">${words.sentence()}</p><p style="color:#cce0ff">${words.some(3)}</p></td></tr>`,
    `<tr><td style="background-image:linear-gradient(#000,#333)"><p style="color:white">${words.sentence()}</p></td></tr>`,
  );

const columns: Block = (words) => {
  const count = words.random.int(2, 3);
  const cells = Array.from({ length: count }, () => `<h4>${words.some(2)}</h4><p>${words.sentence()}</p>`);
  const width = Math.floor(600 / count);
  const ghost = `<!--[if mso | IE]></td><td style="vertical-align:top;width:${width}px;"><![endif]-->`;
  return words.pick(
    `<tr>${cells.map((cell) => `<td width="${width}" valign="top" class="stack">${cell}</td>`).join('')}</tr>`,
    `<tr><td style="direction:ltr;font-size:0px;text-align:center">${cells
      .map(
        (cell) =>
          `<div class="mj-column" style="font-size:13px;display:inline-block;width:100%;max-width:${width}px">${cell}</div>`,
      )
      .join(ghost)}</td></tr>`,
    `<tr>${cells.map((cell) => `<th class="small-12" style="font-weight:normal">${cell}</th>`).join('\n')}</tr>`,
  );
};

const list: Block = (words) => {
  const items = Array.from({ length: words.random.int(2, 5) }, () => `<li style="margin:4px">${words.some(3, 6)}</li>`);
  return row(
    words.pick(
      `<ul style="padding-left:20px">${items.join('')}</ul>`,
      `<ul>${items.join('\n')}<li><ul><li>${words.some(2)}</li></ul></li></ul>`,
      `<dl><dt>${words.some(2)}</dt><dd>${words.sentence()}</dd></dl>`,
    ),
  );
};

const table: Block = (words) => {
  const rows = Array.from({ length: words.random.int(2, 4) }, () => {
    const price = words.random.int(10, 90);
    return `<tr><td>${words.some(2)}</td><td align="right"><s>$${price}.00</s> $${price - 5}.00</td></tr>`;
  });
  const head = `<thead><tr><th>${words.some(1)}</th><th>${words.some(1)}</th></tr></thead>`;
  return row(
    words.pick(
      `<table width="100%"><caption>${words.some(2)}</caption>${head}<tbody>${rows.join('')}</tbody></table>`,
      `<table cellpadding="0" cellspacing="0" style="border-collapse:collapse;font-size:14px">${rows.join('\n')}</table>`,
    ),
  );
};

const spacer: Block = (words) =>
  words.pick(
    '<tr><td height="20" style="font-size:0;line-height:0;height:20px">&nbsp;</td></tr>',
    '<tr><td style="padding:0"><p style="border-top:1px solid #eee;font-size:1px;margin:0">&nbsp;</p></td></tr>',
    '<tr><td><hr><div style="height:0;overflow:hidden"><img src="https://example.com/pixel.gif" width="1" height="1"></div></td></tr>',
  );

/** The same text twice: in the form for wide screens, and in one that only narrow screens show. */
const twice: Block = (words) => {
  const said = words.sentence();
  const style = words.pick(
    'display:none;max-height:0;overflow:hidden;mso-hide:all',
    'display:none!important',
    'display:none;font-size:0;line-height:0',
  );
  return row(`<p class="desktop-only">${said}</p><div class="mobile-only" style="${style}">${said}</div>`);
};

const inline: Block = (words) =>
  row(
    words.pick(
      `<b>${words.some(1)}</b><i>,</i> <u>${words.some(2)}</u> H<sub>2</sub>O and E=mc<sup>2</sup> <code>${words.some(1)}</code>`,
      `<font color="#888888" face="Arial" size="2">${words.sentence()}</font> <mark>${words.some(2)}</mark>`,
      `<center>${words.sentence()}</center><blockquote style="border-left:3px solid #ccc">${words.paragraph()}</blockquote>`,
      `<span style="white-space:nowrap">${words.some(3)}</span>&zwnj;<wbr>&nbsp;&middot; <span style="opacity:.7">${words.some(2)}</span>`,
      `<details open><summary>${words.some(2)}</summary><p>${words.sentence()}</p></details>`,
      `<pre style="font-family:monospace">${words.some(4)}\n  ${words.some(3)}</pre>`,
      `<ruby>漢字<rt>かんじ</rt></ruby> <bdi>${words.some(1)}</bdi> <span dir="rtl">مرحبا ${words.some(1)}</span>`,
    ),
  );

const social: Block = (words) => {
  const icons = ['Facebook', 'Instagram', 'LinkedIn'].map(
    (name) => `<a href="https://example.com/${name}"><img src="https://example.com/${name}.png" alt="${name}"></a>`,
  );
  return row(`${icons.join('&nbsp;')}<br><a href="https://example.com/web" style="color:#777">${words.some(3)}</a>`);
};

export const footer: Block = (words) =>
  row(
    `<p style="font-size:11px;line-height:16px;color:${words.pick('#999999', '#aaaaaa', '#b7b7b7')}">${words.sentence()}
    <a href="https://example.com/unsubscribe" style="color:#999999">${words.some(2)}</a> &copy; 2026</p>`,
  );

export const BLOCKS: readonly Block[] = [
  heading,
  text,
  text,
  button,
  hero,
  columns,
  list,
  table,
  spacer,
  twice,
  inline,
  social,
];
