import type { Maker, Trick } from './maker.ts';
import { boundary, PARAMETER_TRICKS } from './parameters.ts';
import type { Part } from './part.ts';

const KINDS = ['mixed', 'alternative', 'related', 'report', 'signed', 'digest', 'x-none', ''];

/** A multipart of a few parts, with a structure that is valid, broken, or repeated until the budget is used up. */
export function multipart(maker: Maker, depth: number, makePart: (depth: number) => Part): Part {
  const { random } = maker;
  if (random.chance(maker.hostility / 3)) return repeated(maker);
  const edge = boundary(maker, depth);
  const parts = random.times(random.int(0, 4), () => makePart(depth + 1));
  const named = maker.either(() => `; boundary="${edge}"`, 'boundary', boundaryTricks(edge));
  return {
    fields: [`Content-Type: multipart/${random.pick(maker.isHostile() ? KINDS : KINDS.slice(0, 3))}${named}`],
    body: maker.isHostile() ? broken(maker, edge, parts) : whole(edge, parts),
  };
}

function whole(edge: string, parts: readonly Part[]): string {
  return `${parts.map((part) => `--${edge}\r\n${written(part)}\r\n`).join('')}--${edge}--\r\n`;
}

function written({ fields, body }: Part): string {
  return `${fields.map((field) => `${field}\r\n`).join('')}\r\n${body}`;
}

/** The structure with one or several faults. */
function broken(maker: Maker, edge: string, parts: readonly Part[]): string {
  const { random } = maker;
  maker.tricks.push('multipart: broken');
  const opening = () =>
    random.weighted([
      [6, () => `--${edge}\r\n`],
      [1, () => `--${edge} \t\r\n`],
      [1, () => `--${edge}\n`],
      [1, () => `-- ${edge}\r\n`],
      [1, () => `--${edge}x\r\n`],
      [1, () => `--${edge}--\r\n`],
      [1, () => `--${edge}`],
      [1, () => ''],
    ])();
  const preamble = random.chance(0.3) ? `preamble\r\n--${edge.slice(0, -1)}\r\n` : '';
  const pieces = parts.map((part) => `${opening()}${random.chance(0.2) ? part.body : written(part)}\r\n`);
  const end = random.pick([`--${edge}--\r\n`, `--${edge}--`, `--${edge}-`, '', `--${edge}\r\n`, '--\r\n']);
  const epilogue = random.chance(0.3) ? `epilogue\r\n--${edge}\r\n\r\nlate\r\n` : '';
  return preamble + pieces.join('') + end + epilogue;
}

/** Parameters that give the boundary wrongly, twice, or not at all. */
function boundaryTricks(edge: string): Readonly<Record<string, Trick>> {
  return {
    missing: () => '',
    empty: () => '; boundary=',
    'without quotes': () => `; boundary=${edge}`,
    twice: () => `; boundary=other; boundary="${edge}"`,
    'in pieces': () => `; boundary*0="${edge.slice(0, 2)}"; boundary*1="${edge.slice(2)}"`,
    encoded: () => `; boundary*=utf-8''${encodeURIComponent(edge)}`,
    'in another case': () => `; BOUNDARY="${edge.toUpperCase()}"`,
    'with quoted pairs': () => `; boundary="${edge.replace(/./g, '\\$&')}"`,
    'without an end': () => `; boundary="${edge}`,
    folded: () => `;\r\n boundary="${edge}"`,
    'after others': (maker) => `${maker.trick('parameters', PARAMETER_TRICKS)}; boundary="${edge}"`,
  };
}

/** Very many parts, or very deeply nested ones. */
function repeated(maker: Maker): Part {
  const { random } = maker;
  const nest = (kind: string) => (n: number) => `Content-Type: multipart/${kind}; boundary=b${n}\r\n\r\n--b${n}\r\n`;
  const [name, body] = random.pick<[string, () => string]>([
    ['nested', () => `--b\r\n${maker.series(55, nest('mixed'))}\r\nx`],
    ['nested alternatives', () => `--b\r\n${maker.series(60, nest('alternative'))}Content-Type: text/html\r\n\r\n<p>x`],
    ['nested under one name', () => `--b\r\n${maker.run('Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n')}`],
    ['boundaries alone', () => maker.run('--b\r\n')],
    ['boundaries and ends', () => maker.run('--b\r\n--b--\r\n')],
    ['empty parts', () => maker.run('--b\r\n\r\n\r\n')],
    ['texts', () => maker.run('--b\r\n\r\nx\r\n')],
    ['HTML parts', () => maker.run('--b\r\nContent-Type: text/html\r\n\r\n<p>x\r\n')],
    ['files', () => maker.series(60, (n) => `--b\r\nContent-Disposition: attachment; filename=f${n}\r\n\r\n${n}\r\n`)],
    ['parts that are header only', () => maker.run('--b\r\nX-Y: z\r\n')],
    ['parts of very long headers', () => `--b\r\nX-Y: ${maker.run('z')}\r\n\r\nx`],
    ['attached emails', () => maker.run('--b\r\nContent-Type: message/rfc822\r\n\r\nSubject: x\r\n\r\ny\r\n')],
  ]);
  maker.tricks.push(`multipart: ${name}`);
  return { fields: ['Content-Type: multipart/mixed; boundary=b'], body: body() };
}
