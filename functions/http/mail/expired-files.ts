import { AppError } from '#shared/domain/errors/errors.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { logger } from '#shared/runtime/log.ts';
import { mailFileTime } from '#shared/services/mail-files/mail-store.ts';

const retention = () => `mail files are deleted after ${readEnv('MAIL_RETENTION_DAYS').MAIL_RETENTION_DAYS} days`;

/** The `detail` of a message with expired files: its detail so far and a note. */
export function withExpiryNote(detail: string | null): string {
  const note = `The text, the raw mail and the attachments are no longer stored: ${retention()}.`;
  return detail === null ? note : `${detail} ${note}`;
}

/** The error 404 for a file that has expired. `file` is its name in the error message. */
export function expired(file: string): AppError {
  return new AppError('resource.not_found', `${file} is no longer stored: ${retention()}.`);
}

/** Throws 404 if a file has expired. */
export async function requireStored(key: string, file: string): Promise<void> {
  if ((await mailFileTime(key)) !== undefined) return;
  logger.warn('a mail file is missing', { key });
  throw expired(file);
}
