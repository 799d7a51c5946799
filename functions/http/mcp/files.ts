import type { AttachmentArgument } from '#shared/contract/mcp/arguments.ts';
import { invalid } from '#shared/domain/errors/errors.ts';
import { type Caller, requireIdentity } from './caller.ts';
import type { ServiceApi } from './service-api.ts';

/** A file as the API takes it. */
interface NewFile {
  readonly filename: string;
  readonly content_type: string;
  readonly content_base64: string;
}

/**
 * The files to attach: those that a tool got whole, and those of earlier messages, which never pass through the model.
 * Throws 400 for one that is neither.
 */
export function filesToAttach(
  given: readonly AttachmentArgument[],
  api: ServiceApi,
  caller: Caller,
): Promise<NewFile[]> {
  return Promise.all(given.map((one, index) => fileToAttach(one, `attachments.${index}`, { api, caller })));
}

interface Source {
  readonly api: ServiceApi;
  readonly caller: Caller;
}

async function fileToAttach(given: AttachmentArgument, field: string, source: Source): Promise<NewFile> {
  const { filename, content_type: type, content_base64: content, message_id: mid, attachment_id: aid } = given;
  if (content !== undefined && mid === undefined && aid === undefined) {
    if (filename === undefined) throw invalid(`${field}.filename`, 'required with content_base64');
    return { filename, content_type: type ?? 'application/octet-stream', content_base64: content };
  }
  if (mid === undefined || aid === undefined || content !== undefined) {
    throw invalid(field, 'either filename, content_type and content_base64, or message_id and attachment_id');
  }
  const link = await source.api.call('getAttachment', { params: { id: requireIdentity(source.caller), mid, aid } });
  const bytes = await source.api.download(link);
  return {
    filename: filename ?? link.filename ?? 'attachment',
    content_type: type ?? link.content_type,
    content_base64: Buffer.from(bytes).toString('base64'),
  };
}
