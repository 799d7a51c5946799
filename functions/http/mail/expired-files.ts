import { AppError } from '../../../shared/domain/errors.ts';
import { readEnv } from '../../../shared/runtime/env.ts';
import { hasMailFile } from '../../../shared/services/mail-files/mail-store.ts';

const retention = () => `mail files are deleted after ${readEnv('MAIL_RETENTION_DAYS').MAIL_RETENTION_DAYS} days`;

/** The note of a message whose files are gone, after what `detail` says already. */
export function withExpiryNote(detail: string | null): string {
  const note = `The text, the raw mail and the attachments are no longer stored: ${retention()}.`;
  return detail === null ? note : `${detail} ${note}`;
}

/** Refuses a link to a file that is gone. `what` names it for the caller, whose message it is. */
export async function requireStored(key: string, what: string): Promise<void> {
  if (await hasMailFile(key)) return;
  throw new AppError('resource.not_found', `${what} is no longer stored: ${retention()}.`);
}
