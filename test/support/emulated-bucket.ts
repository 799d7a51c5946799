import { DeleteObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { SHARED_SETTINGS } from './shared-settings.ts';

/** The bucket that a download link of the shared stack leads to, for what only its operator may do. */
export class EmulatedBucket {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(link: string) {
    const { origin, pathname } = new URL(link);
    const credentials = { accessKeyId: 'operator', secretAccessKey: SHARED_SETTINGS.AID_EMULATOR_SECRET };
    this.#client = new S3Client({ endpoint: origin, region: 'us-east-1', credentials, forcePathStyle: true });
    this.#bucket = pathname.split('/')[1] ?? '';
  }

  /** The keys that begin with a prefix. */
  async list(Prefix: string): Promise<string[]> {
    const keys: string[] = [];
    const pages = paginateListObjectsV2({ client: this.#client }, { Bucket: this.#bucket, Prefix });
    for await (const { Contents = [] } of pages) keys.push(...Contents.map(({ Key = '' }) => Key));
    return keys;
  }

  async delete(Key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key }));
  }
}

/** The key of the file that a download link leads to. */
export function keyIn(link: string): string {
  return decodeURIComponent(new URL(link).pathname.split('/').slice(2).join('/'));
}
