import { attachmentOf } from '../attachment.ts';
import { FileProblem, type LocalFiles } from './local-files.ts';
import { isObject, type Params } from './messages.ts';
import { misspelling } from './unknown-arguments.ts';

/** The limit of all attachments of an email together, as the service counts them. */
const MAX_BYTES = 3.5 * 1024 * 1024;
const LIMIT = 'the attachments of an email may have at most 3.5 MB in total.';
const OTHER_SOURCES = ['content_base64', 'message_id', 'attachment_id'];
/** The fields of an attachment, including those that this program adds. */
export const ATTACHMENT_FIELDS = ['filename', 'content_type', ...OTHER_SOURCES, 'path'];

/** The arguments, with paths replaced by the contents of the files. Throws `FileProblem`. */
export async function attachFiles(args: Params, files: LocalFiles): Promise<Params> {
  const { attachments } = args;
  if (!Array.isArray(attachments)) return args;
  for (const [index, attachment] of attachments.entries()) {
    const problem = isObject(attachment)
      ? misspelling('path', attachment, ATTACHMENT_FIELDS, `attachments.${index}.`)
      : undefined;
    if (problem !== undefined) throw new FileProblem(problem);
  }
  if (!attachments.some(hasPath)) return args;
  let left = MAX_BYTES - attachments.reduce((sum, attachment) => sum + bytesIn(attachment), 0);
  const attached: unknown[] = [];
  for (const [index, attachment] of attachments.entries()) {
    if (!hasPath(attachment)) {
      attached.push(attachment);
      continue;
    }
    const { path, ...others } = attachment;
    const other = OTHER_SOURCES.find((name) => others[name] !== undefined);
    if (typeof path !== 'string' || path === '') throw new FileProblem(`attachments[${index}].path must be a path.`);
    if (other !== undefined) throw new FileProblem(`${path}: give either path or ${other}, not both.`);
    const bytes = await files.read(path, Math.max(0, left), LIMIT);
    left -= bytes.length;
    attached.push({ ...attachmentOf(path, bytes), ...others });
  }
  return { ...args, attachments: attached };
}

function hasPath(attachment: unknown): attachment is Params {
  return isObject(attachment) && attachment.path !== undefined;
}

function bytesIn(attachment: unknown): number {
  const content = isObject(attachment) ? attachment.content_base64 : undefined;
  return typeof content === 'string' ? Math.floor((content.length * 3) / 4) : 0;
}
