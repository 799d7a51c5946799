import type { Aid } from '../../../typescript/src/index.ts';
import { FileProblem, type LocalFiles } from './local-files.ts';
import type { Params } from './messages.ts';

/** The arguments of `get_attachment`, including those that this program adds. */
export const SAVING_ARGUMENTS = ['message_id', 'attachment_id', 'offset', 'save_to'];

/** Where an attachment was stored. */
export interface Saved {
  readonly path: string;
  readonly size: number;
}

/** Stores an attachment of a message in a file that does not exist yet. Throws `FileProblem` if it cannot. */
export async function saveAttachment(
  client: Aid,
  { message_id, attachment_id, save_to }: Params,
  { files, identityId, signal }: { files: LocalFiles; identityId: string | undefined; signal: AbortSignal },
): Promise<Saved> {
  if (typeof save_to !== 'string' || save_to === '') throw new FileProblem('save_to must be a path.');
  const options = { signal, ...(identityId !== undefined && { identityId }) };
  const link = await client.mail.messages.attachment(String(message_id), String(attachment_id), options);
  const response = await fetch(link.download_url, { signal });
  if (!response.ok || response.body === null) {
    throw new FileProblem(`The attachment could not be downloaded: status ${response.status}. Try again.`);
  }
  return files.create(save_to, response.body);
}
