import fc from 'fast-check';
import { expect, test } from 'vitest';
import { imageKind } from '#functions/http/mcp/image-kind.ts';
import { IMAGES, withSize } from '../support/images.ts';

test.each(Object.entries(IMAGES))('An image is known by its bytes: %s', (name, bytes) => {
  const [format = ''] = name.split(',');
  expect(imageKind(bytes)).toEqual({ mediaType: `image/${format}`, width: 30, height: 20 });
});

test('An image that is cut off is none, and nor are other bytes', () => {
  for (const [name, bytes] of Object.entries(IMAGES)) {
    for (let length = 0; length < bytes.length; length += 1) {
      expect([name, length, imageKind(bytes.subarray(0, length))]).toEqual([name, length, undefined]);
    }
  }
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => imageKind(bytes) === undefined));
});

test('Any change of a byte is read without an error', () => {
  const images = Object.values(IMAGES);
  fc.assert(
    fc.property(fc.constantFrom(...images), fc.nat(), fc.integer({ min: 0, max: 255 }), (image, at, value) => {
      const bytes = Buffer.from(image);
      bytes[at % bytes.length] = value;
      imageKind(bytes);
    }),
    { numRuns: 3000 },
  );
});

test('The size is that of the image, and one without pixels is none', () => {
  expect(imageKind(withSize(12_000, 9000))).toMatchObject({ width: 12_000, height: 9000 });
  expect(imageKind(withSize(0, 10))).toBeUndefined();
});
