import { DAY } from '#shared/domain/time/time.ts';
import { readEnv } from '#shared/runtime/env.ts';

/** When the bucket deletes the files of a message that is stored at a time, in epoch milliseconds. */
export function expiryOfFiles(at: number): number {
  return at + readEnv('MAIL_RETENTION_DAYS').MAIL_RETENTION_DAYS * DAY;
}
