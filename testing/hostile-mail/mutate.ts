import type { Maker } from './maker.ts';

/** Mutations like those of an email that was truncated, damaged or joined from several mails. */
const OPERATORS: Readonly<Record<string, (raw: string, maker: Maker, other: string) => string>> = {
  delete: (raw, { random }) => {
    const [from, to] = span(raw, random.int(1, 200), random.fraction());
    return raw.slice(0, from) + raw.slice(to);
  },
  duplicate: (raw, { random }) => {
    const [from, to] = span(raw, random.int(1, 500), random.fraction());
    const piece = raw.slice(from, to);
    return raw.slice(0, to) + piece.repeat(random.size(20)) + raw.slice(to);
  },
  swap: (raw, { random }) => {
    const [a, b] = span(raw, random.int(1, 200), random.fraction() / 2);
    const [c, d] = span(raw, random.int(1, 200), 0.5 + random.fraction() / 2);
    if (b > c) return raw;
    return raw.slice(0, a) + raw.slice(c, d) + raw.slice(b, c) + raw.slice(a, b) + raw.slice(d);
  },
  'swap lines': (raw, { random }) => {
    const lines = raw.split('\r\n');
    const [a, b] = [random.int(0, lines.length - 1), random.int(0, lines.length - 1)];
    [lines[a], lines[b]] = [lines[b] as string, lines[a] as string];
    return lines.join('\r\n');
  },
  splice: (raw, { random }, other) =>
    raw.slice(0, random.int(0, raw.length)) + other.slice(random.int(0, other.length)),
  insert: (raw, { random }, other) => {
    const [from, to] = span(other, random.int(1, 500), random.fraction());
    const at = random.int(0, raw.length);
    return raw.slice(0, at) + other.slice(from, to) + raw.slice(at);
  },
  truncate: (raw, { random }) => raw.slice(0, random.int(0, raw.length)),
  'flip bits': (raw, { random }) => {
    const bytes = Buffer.from(raw, 'latin1');
    for (let count = random.size(64); count > 0 && bytes.length > 0; count--) {
      const at = random.int(0, bytes.length - 1);
      bytes[at] = (bytes[at] as number) ^ (1 << random.int(0, 7));
    }
    return bytes.toString('latin1');
  },
  'set bytes': (raw, { random }) => {
    const at = random.int(0, raw.length);
    return (
      raw.slice(0, at) + random.pick(['\0', '\r', '\n', '\r\n\r\n', '"', '<', '\xff', '=?', '--']) + raw.slice(at + 1)
    );
  },
  'change line ends': (raw, { random }) => raw.replaceAll('\r\n', random.pick(['\n', '\r', '\r\r\n', '\n\r', ''])),
};

/** An email after a few mutations. `other` gives pieces to splice in. */
export function mutate(maker: Maker, raw: string, other: string): string {
  let changed = raw;
  for (let count = maker.random.int(1, 6); count > 0; count--) {
    const name = maker.random.pick(Object.keys(OPERATORS));
    maker.tricks.push(`mutation: ${name}`);
    changed = (OPERATORS[name] as (typeof OPERATORS)[string])(changed, maker, other);
  }
  return changed;
}

/** A piece of a text, at a place given as a fraction of its length. */
function span(raw: string, length: number, place: number): [from: number, to: number] {
  const from = Math.floor(place * raw.length);
  return [from, Math.min(raw.length, from + length)];
}
