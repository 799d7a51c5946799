/** A red image of 30 × 20 pixels in each format, as Pillow writes it. */
export const IMAGES: Readonly<Record<string, Buffer>> = Object.fromEntries(
  Object.entries({
    png:
      'iVBORw0KGgoAAAANSUhEUgAAAB4AAAAUCAIAAAAVyRqTAAAAI0lEQVR4nGM8ISfHQBvARCNzR40eNXrU6FGjR40eNZqmRgMAzMcB' +
      'LHC3nzkAAAAASUVORK5CYII=',
    'jpeg, progressive':
      '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71' +
      '////m8H////6/+b9//j/2wBDASstLTw1PHZBQXb4pYyl+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4' +
      '+Pj4+Pj4+Pj/wgARCAAUAB4DASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAWAQEBAQAAAAAAAAAAAAAAAAAAAgT/' +
      '2gAMAwEAAhADEAAAAZCNAAAH/8QAFBABAAAAAAAAAAAAAAAAAAAAMP/aAAgBAQABBQJP/8QAFBEBAAAAAAAAAAAAAAAAAAAAIP/a' +
      'AAgBAwEBPwEf/8QAFBEBAAAAAAAAAAAAAAAAAAAAIP/aAAgBAgEBPwEf/8QAFBABAAAAAAAAAAAAAAAAAAAAMP/aAAgBAQAGPwJP' +
      '/8QAFBABAAAAAAAAAAAAAAAAAAAAMP/aAAgBAQABPyFP/9oADAMBAAIAAwAAABD7777/xAAUEQEAAAAAAAAAAAAAAAAAAAAg/9oA' +
      'CAEDAQE/EB//xAAUEQEAAAAAAAAAAAAAAAAAAAAg/9oACAECAQE/EB//xAAUEAEAAAAAAAAAAAAAAAAAAAAw/9oACAEBAAE/EE//' +
      '2Q==',
    gif:
      'R0lGODdhHgAUAIEAAMgeHgAAAAAAAAAAACwAAAAAHgAUAEAIKgABCBxIsKDBgwgTKlzIsKHDhxAjSpxIsaLFixgzatzIsaPHjyBD' +
      'iiwYEAA7',
    webp:
      'UklGRkoAAABXRUJQVlA4ID4AAABQAwCdASoeABQAPm00lkekIyIhKAgAgA2JZQDMSoAAQOBEAAD+8DhD/i1rcLSw//tLP/qWf/Us' +
      '/xiVO3AAAA==',
    'webp, lossless': 'UklGRh4AAABXRUJQVlA4TBEAAAAvHcAEAAdQjyLXo/+BiOh/AAA=',
    'webp, extended':
      'UklGRm4AAABXRUJQVlA4WAoAAAAQAAAAHQAAEwAAQUxQSAoAAAABB1CtiAhERP8DVlA4ID4AAABQAwCdASoeABQAPm00lkekIyIh' +
      'KAgAgA2JZQDMSoAAQOBEAAD+8DhD/i1rcLSw//tLP/qWf/Us/xiVO3AAAA==',
  }).map(([name, base64]) => [name, Buffer.from(base64, 'base64')]),
);

/** The PNG with another size in its header. */
export function withSize(width: number, height: number): Buffer {
  const bytes = Buffer.from(IMAGES.png as Buffer);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}
