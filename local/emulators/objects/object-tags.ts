import { readBody } from '../../http/read-body.ts';
import { ServiceError } from '../../http/service-error.ts';
import type { ObjectCall } from './object-call.ts';

/** The header in which S3 accepts tags, as a query string. The store keeps them under the same name. */
export const TAGGING = 'x-amz-tagging';

/** Ten tags of the largest size, and their XML. Source: S3 user guide, Categorizing objects using tags. */
const MAX_TAGS_BYTES = 64 * 1024;

/** PutObjectTagging and GetObjectTagging: the `tagging` of an object. */
export async function serveTags({ request, response, store, bucket, key }: ObjectCall): Promise<void> {
  const record = store.head(bucket, key);
  if (record === undefined) throw new ServiceError('NoSuchKey', 'The specified key does not exist.', 404);
  if (request.method === 'GET') {
    const tags = [...new URLSearchParams(record.headers[TAGGING])].map(
      ([name, value]) => `<Tag><Key>${name}</Key><Value>${value}</Value></Tag>`,
    );
    const xml = `<?xml version="1.0" encoding="UTF-8"?><Tagging><TagSet>${tags.join('')}</TagSet></Tagging>`;
    response.writeHead(200, { 'content-type': 'application/xml' }).end(xml);
    return;
  }
  if (request.method !== 'PUT') throw new ServiceError('NotImplemented', 'Not emulated.', 501);
  const body = (await readBody(request, MAX_TAGS_BYTES)).toString('utf8');
  const tags = [...body.matchAll(/<Key>([^<&]*)<\/Key><Value>([^<&]*)<\/Value>/g)].map(
    ([, name = '', value = '']) => [name, value] as [string, string],
  );
  store.setHeaders(bucket, key, { ...record.headers, [TAGGING]: String(new URLSearchParams(tags)) });
  response.writeHead(200).end();
}
