import { expect, test } from 'vitest';
import { imageKind } from '#functions/http/mcp/image-kind.ts';
import { untrustedBlocks } from '#shared/domain/safe-reading/untrusted-text.ts';
import { growth, LINEAR } from '../support/time-complexity.ts';

const mark = (size: number) => new Uint8Array(size);
const blockOf = (text: string) =>
  untrustedBlocks([{ source: 'email', from: [], isVerified: false, warnings: [], text }], mark);

test.each(['<', '< ', '<\\', '</', '<u ', '!\\', '< u n t r u s t e '])(
  'Marks and pictures in a text of %j are escaped in linear time',
  async (piece) => {
    const make = (size: number) => piece[0] + piece.slice(1).repeat(4 * size) + piece.repeat(size);
    expect(await growth(blockOf, make, 12_500)).toBeLessThan(LINEAR);
  },
);

test('A long run of fill bytes in a JPEG is read in linear time', async () => {
  const make = (size: number) => Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(size, 0xff)]);
  expect(imageKind(make(1_000))).toBeUndefined();
  expect(await growth(imageKind, make, 125_000)).toBeLessThan(LINEAR);
});
