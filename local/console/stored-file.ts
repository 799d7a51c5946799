import { z } from 'zod';
import { LocalFile, LocalRefusal } from '../gateway/local-routes.ts';
import { parsedBody } from './parsed-body.ts';

const linkSchema = z.strictObject({ download_url: z.string() });

/**
 * The bytes of a file by its link. The console may not read the address that links lead to, which is another origin:
 * here they are read for it, from the object store of this stack and from nowhere else.
 */
export async function storedFile(body: unknown, storeUrl: string): Promise<LocalFile> {
  const { download_url: link } = parsedBody(linkSchema, body);
  if (!link.startsWith(`${storeUrl}/`)) throw new LocalRefusal('This is no link to a file of this stack.');
  const response = await fetch(link, { redirect: 'error' });
  if (!response.ok) throw new LocalRefusal(`The link gets the status ${response.status}.`);
  return new LocalFile('application/octet-stream', Buffer.from(await response.arrayBuffer()));
}
