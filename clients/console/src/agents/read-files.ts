import type { NewAttachment } from '../../../typescript/src/index.ts';

/** How many bytes the files of a message may have together. See: docs/contract/limits.md. */
const MAX_BYTES = 3.5 * 1024 * 1024;

/** Reads files to attach them. Rejects with a message that names the field if they are too large. */
export async function readFiles(files: readonly File[]): Promise<readonly NewAttachment[]> {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (total > MAX_BYTES) {
    throw new Error(`attachments: the files have ${megabytes(total)} together; at most 3.5 MB can be sent`);
  }
  return Promise.all(files.map(read));
}

/** A size for people. */
export function megabytes(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** A file with its bytes in base64, which a data URL has after the comma. */
function read(file: File): Promise<NewAttachment> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const content_base64 = String(reader.result).split(',')[1] ?? '';
      resolve({ filename: file.name, content_type: file.type || 'application/octet-stream', content_base64 });
    };
    reader.onerror = () => reject(new Error(`attachments: ${file.name} cannot be read`));
    reader.readAsDataURL(file);
  });
}
