import type { Maker, Tricks } from './maker.ts';
import { anyWord, words } from './words.ts';

const BLOCKS = ['div', 'p', 'table', 'tr', 'td', 'ul', 'li', 'blockquote', 'h1', 'pre', 'center', 'dl', 'dd'];
const INLINE = ['b', 'i', 'u', 'a', 'span', 'font', 'nobr', 'code', 'em', 'strong', 's', 'tt'];
const ODD = ['svg', 'math', 'select', 'option', 'template', 'button', 'form', 'frameset', 'x-y', 'mi', 'desc', 'ruby'];
const ALL = [...BLOCKS, ...INLINE, ...ODD];

/** HTML as mail programs write it. */
export function html(maker: Maker): string {
  const { random } = maker;
  const paragraphs = random.times(
    random.int(1, 5),
    () => `<p>${words(random, 20)} <a href="https://x.example/">x</a></p>`,
  );
  return `<html><head><style>p{margin:0}</style></head><body>${paragraphs.join('\r\n')}</body></html>`;
}

function lines(text: string): string {
  return text.replace(/(.{60,76}?>)/g, '$1\r\n');
}

/** HTML that breaks parsers and converters. */
export const HTML_TRICKS: Tricks = {
  nothing: () => '',
  'open elements and unmatched closing tags': (maker) => {
    const [open, close] = [maker.random.pick(ALL), maker.random.pick(ALL)];
    return lines(maker.run(`<${open}>`) + maker.run(`</${close}>`));
  },
  'open elements': (maker) => lines(maker.run(`<${maker.random.pick(ALL)}>`)),
  'open elements of several kinds': (maker) => {
    const names = maker.random.times(maker.random.int(2, 6), () => maker.random.pick(ALL));
    return lines(maker.run(names.map((name) => `<${name}>`).join('')));
  },
  'closing tags': (maker) => lines(maker.run(`</${maker.random.pick(ALL)}>`)),
  'crossed elements': (maker) => lines(maker.run('<b><p><i></b></p></i>')),
  'formatting around blocks': (maker) => lines(maker.run('<a><b><div>') + maker.run('</a>')),
  'nested tables': (maker) => lines(maker.run('<table><tr><td>')),
  'text between rows': (maker) => `<table>${lines(maker.run('<tr>x<td>y</tr>'))}`,
  'a table of very many columns': (maker) => `<table><tr>${maker.run('<td>x')}`,
  'a cell that spans very many columns': () => '<table><tr><td colspan=1000000000 rowspan=1000000000>x</table>',
  'nested lists': (maker) => lines(maker.run('<ol><li>x')),
  'a list that begins late': () => '<ol start=99999999999999999999><li>x<ol start=-1><li>y',
  'nested quotations': (maker) => lines(maker.run('<blockquote>x')),
  'opening brackets': (maker) => maker.run('<'),
  'tags that never end': (maker) => maker.run('<div '),
  'closing tags that never end': (maker) => maker.run('</'),
  'comments that never end': (maker) => maker.run('<!--'),
  'comments of dashes': (maker) => `<!--${maker.run('-')}x${maker.run('--!')}`,
  'conditional comments': (maker) => maker.run('<!--[if mso]><v:x><![endif]-->'),
  'conditional comments that never end': (maker) => maker.run('<![if !mso]><!--[if'),
  'CDATA that never ends': (maker) => `<svg>${maker.run('<![CDATA[')}`,
  'processing instructions': (maker) => maker.run('<?xml '),
  'very many attributes': (maker) => `<a ${maker.series(9, (n) => `a${n}=b `)}>x</a>`,
  'a repeated attribute': (maker) => `<a ${maker.run('href=x ')}>x</a>`,
  'a very long attribute': (maker) => `<a href="${maker.run('x')}">link</a>`,
  'a very long tag name': (maker) => `<${maker.run('x')}>`,
  'an attribute that never ends': (maker) => `<a href="${maker.run('x>')}`,
  'quotes in a tag': (maker) => `<a ${maker.run('"')}>${maker.run("'")}`,
  'equals signs in a tag': (maker) => `<a ${maker.run('= ')}>`,
  'an image in its own address': (maker) => `<img src="data:image/png;base64,${maker.run('QUJD')}">`,
  'very many links': (maker) => maker.series(24, (n) => `<a href="//x/${n}">${n}</a>`),
  ampersands: (maker) => maker.run('&'),
  'entities that never end': (maker) => maker.run('&amp'),
  'a very long character number': (maker) => `&#${maker.run('9')};&#x${maker.run('f')};`,
  'numbers of invalid characters': () => '&#0;&#xD800;&#x110000;&#-1;&#x;&#;&#128;&#65534;',
  'entities of several characters': (maker) => maker.run('&NotEqualTilde;&nGtv;'),
  'script and style that never end': (maker) => `<style>${maker.run('</styl')}<script>${maker.run('<!--<script>')}`,
  'plain text to the end': (maker) => `<plaintext>${maker.run('</plaintext>')}`,
  'a field that never ends': (maker) => `<textarea>${maker.run('<title>')}`,
  'white space': (maker) => `x${maker.run(' \n\t')}y`,
  'no-break spaces': (maker) => maker.run('&nbsp;'),
  'line breaks': (maker) => maker.run('<br>'),
  'a very long word': (maker) => `<p>${maker.run('x')}</p>`,
  'very many paragraphs': (maker) => maker.run('<p>x'),
  NULs: (maker) => maker.run('<\0a\0>\0'),
  'a second document': (maker) => maker.run('<!DOCTYPE html><html><body></body></html>'),
  'frames and templates': (maker) => lines(maker.run('<template><frameset><select>')),
  'foreign elements': (maker) => lines(maker.run('<svg><foreignObject><math><mtext>')),
  'rubies and options': (maker) => lines(maker.run('<ruby><rt><option><optgroup>')),
  'a declared charset': () => '<meta charset="utf-7">+ADw-script+AD4-',
  'bytes that are not text': (maker) => `<p>${maker.random.bytes(200)}</p>${anyWord(maker)}`,
  'attributions without end': (maker) => maker.run('<div>On Monday someone </div>'),
};
