import type { Maker, Tricks } from './maker.ts';
import { sharedName } from './words.ts';

/** An id that other emails of the run have or reference as well, so that threads join and split. */
export function messageId({ random }: Maker): string {
  return `<${sharedName(random)}@sender.example>`;
}

/** Ids of the good emails to another organization: references to them must have no effect on it. */
function goodId({ random }: Maker): string {
  return `<good-${random.int(0, 50)}@good.example>`;
}

export const MESSAGE_ID_TRICKS: Tricks = {
  nothing: () => '',
  'no brackets': () => 'plain@sender.example',
  'empty brackets': () => '<>',
  'an id of another organization': (maker) => goodId(maker),
  'an id of 995 characters': () => `<${'i'.repeat(983)}@id.example>`,
  'a very long id': (maker) => `<${maker.run('i')}@id.example>`,
  'thousands of ids': (maker) => maker.series(18, (n) => `<r${n}@sender.example>`, ' '),
  'thousands of ids in folded lines': (maker) => maker.series(20, (n) => `<r${n}@sender.example>`, '\r\n '),
  'thousands of ids without space': (maker) => maker.series(17, (n) => `<r${n}@sender.example>`),
  'a repeated id': (maker) => maker.run('<same@sender.example> '),
  'opening brackets': (maker) => maker.run('<'),
  'ids that never end': (maker) => maker.run(`<${'a'.repeat(998)}`),
  'nested ids': (maker) => `${maker.run('<a')}@x${maker.run('>')}`,
  'comments between ids': (maker) => maker.series(24, (n) => `(c${n}) <r${n}@x.example>`),
  'a quoted id': () => '<"a b\\"c"@x.example>',
  'white space inside': () => '< a @ b >',
  'a NUL': () => '<a\0b@x.example>',
  'bytes that are not text': (maker) => `<${maker.random.bytes(20).replaceAll('\n', ' ')}@x.example>`,
  'names of properties': () => '<__proto__> <constructor@x> <toString@x>',
};

/** Ids in the format of `References`. */
export function references(maker: Maker): string {
  return maker.random.times(maker.random.int(1, 5), () => messageId(maker)).join(' ');
}
