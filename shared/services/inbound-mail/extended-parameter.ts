import { decodedText } from './text-charset.ts';

/** A section of an extended parameter: its number, whether it is percent-encoded, and its value. */
const SECTION = /(?:^|;)[ \t]*([a-z]{1,20})\*(\d{0,3})(\*?)[ \t]*=[ \t]*(?:"([^"]*)"|([^;\s]*))/gi;

/**
 * The value of an extended parameter such as `filename*=utf-8''f%C3%BCr.txt`, also in several sections. Its bytes
 * decide where its charset is wrong, as in other texts of an email. `undefined` if the field has none that names a
 * charset. Linear in the length of the field.
 *
 * See: RFC 2231, sections 3 and 4.
 */
export function extendedParameter(field: string, name: string): string | undefined {
  const sections = [...field.matchAll(SECTION)]
    .filter(([, parameter = '']) => parameter.toLowerCase() === name)
    .map(([, , number = '', mark, quoted, token = '']) => ({
      number: Number(number),
      // Without a number, the mark is the asterisk of the name itself.
      isEncoded: number === '' || mark === '*',
      value: quoted ?? token,
    }))
    .sort((one, other) => one.number - other.number);
  const [first, ...others] = sections;
  const [, charset, encoded] = /^([^']{0,40})'[^']{0,40}'(.*)$/.exec(first?.value ?? '') ?? [];
  if (first?.isEncoded !== true || encoded === undefined) return undefined;
  const bytes = neighbors([{ ...first, value: encoded }, ...others]).map(({ isEncoded, value }) =>
    isEncoded ? percentDecoded(value) : Buffer.from(value),
  );
  return decodedText(Buffer.concat(bytes), charset);
}

interface Section {
  readonly isEncoded: boolean;
  readonly value: string;
}

/** Joins encoded sections that follow each other: some programs cut them within `%C3`. */
function neighbors(sections: readonly Section[]): Section[] {
  const joined: { isEncoded: boolean; value: string }[] = [];
  for (const { isEncoded, value } of sections) {
    const last = joined.at(-1);
    if (last?.isEncoded && isEncoded) last.value += value;
    else joined.push({ isEncoded, value });
  }
  return joined;
}

function percentDecoded(value: string): Buffer {
  const pieces = value.split(/%([0-9a-f]{2})/i);
  return Buffer.concat(pieces.map((piece, index) => Buffer.from(piece, index % 2 === 0 ? 'utf8' : 'hex')));
}
