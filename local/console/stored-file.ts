import { z } from 'zod';
import { LocalFile, LocalRefusal } from '../gateway/local-routes.ts';
import { parsedBody } from './parsed-body.ts';

const linkSchema = z.strictObject({ download_url: z.string() });

/**
 * The bytes of the file that a link leads to. The console may not read that address itself, because it is another
 * origin. So this reads the file for it, from the object store of this stack and nowhere else.
 */
export async function storedFile(body: unknown, storeUrl: string): Promise<LocalFile> {
  const { download_url: link } = parsedBody(linkSchema, body);
  if (!link.startsWith(`${storeUrl}/`)) throw new LocalRefusal('This is not a link to a file of this stack.');
  const response = await fetch(link, { redirect: 'error' });
  if (!response.ok) throw new LocalRefusal(`The response to the link has the status ${response.status}.`);
  return new LocalFile('application/octet-stream', Buffer.from(await response.arrayBuffer()));
}
