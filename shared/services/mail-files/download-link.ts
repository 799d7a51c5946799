import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { MINUTE, timestamp } from '#shared/domain/time/time.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { mailStoreClient } from './mail-store.ts';

/** How long a link is valid. See: docs/contract/mail.md#reading-mail. */
const LINK_MS = 15 * MINUTE;

/**
 * A download link to a file of an email. The browser saves the file and does not display it: content from strangers
 * must not run as a page of the bucket's origin.
 */
export async function mailLink(
  key: string,
  file: { name: string; contentType: string },
  now: number,
): Promise<{ download_url: string; expires_at: string }> {
  const command = new GetObjectCommand({
    Bucket: readEnv('MAIL_BUCKET').MAIL_BUCKET,
    Key: key,
    ResponseContentType: file.contentType,
    ResponseContentDisposition: disposition(file.name),
  });
  const download_url = await getSignedUrl(mailStoreClient(), command, {
    expiresIn: LINK_MS / 1000,
    signingDate: new Date(now),
  });
  return { download_url, expires_at: timestamp(now + LINK_MS) };
}

/** The file name in ASCII for old clients, and in UTF-8. See: RFC 6266, section 4.3; RFC 8187. */
function disposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`;
}
