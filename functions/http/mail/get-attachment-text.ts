import * as routes from '#shared/contract/routes/mail.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { declaredCharset, fileKind } from '#shared/domain/files/file-kind.ts';
import { reply, resourceOperation } from '#shared/runtime/pipeline/operation.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';
import { getFileReader } from '#shared/services/mail-reader/mail-reader.ts';
import { rememberFile } from '#shared/services/vouching/remember-file.ts';
import { attachmentBytes } from './download-files.ts';
import { requireAttachment } from './find-attachment.ts';

/** The text of an attachment, extracted when it is asked for. See: docs/contract/mail.md#reading-mail. */
export const getAttachmentText = resourceOperation(
  routes.getAttachmentText,
  loadIdentity,
  async ({ table, now }, identity, { params }) => {
    const { message, attachment, index } = await requireAttachment(table, identity.id, params);
    const kind = fileKind(attachment);
    if (kind === undefined) throw new AppError('attachment.no_text');
    const bytes = await attachmentBytes(message, index, now);
    const file = await getFileReader().readFile(bytes, { kind, charset: declaredCharset(attachment) });
    if (file === undefined) {
      throw new AppError(
        'attachment.no_text',
        `The attachment could not be read as ${kind}, or costs too much to read.`,
      );
    }
    if (file.text.trim() === '') throw new AppError('attachment.no_text');
    // The files that were not read when the email arrived.
    if (kind === 'pdf' || kind === 'docx') {
      await rememberFile(table, { identityId: identity.id, messageId: message.id }, file.text, now);
    }
    return reply({ ...file, kind });
  },
);
