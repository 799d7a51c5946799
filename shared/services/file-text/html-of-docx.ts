import mammoth from 'mammoth';

/** A Word document as HTML: paragraphs, lists and tables, without pictures. Throws for a file that is none. */
export async function htmlOfDocx(bytes: Uint8Array): Promise<string> {
  const withoutPictures = mammoth.images.imgElement(async () => ({ src: '' }));
  const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) }, { convertImage: withoutPictures });
  return value;
}
