import { ProtocolError, type ProtocolReason } from '../../domain/a2a/protocol-error.ts';
import { AppError, type ErrorCode } from '../../domain/errors.ts';

/** Which of the core's errors a method may meet, and what the protocol calls each there. */
export type Translations = Partial<Record<ErrorCode, ProtocolReason>>;

/** Fields as the core names them, by what the protocol calls them. */
const FIELDS: Readonly<Record<string, string>> = {
  message_id: 'message.messageId',
  context_id: 'message.contextId',
  to_identity_id: 'message',
};

/** Runs a use case of the core; what it refuses is refused in the protocol's words, as far as it has any. */
export async function translated<T>(translations: Translations, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw translate(error, translations);
  }
}

function translate(error: unknown, translations: Translations): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.code === 'validation.failed') {
    const [, field = '', description = ''] = /^([^:]*): (.*)$/s.exec(error.message) ?? [];
    return new ProtocolError('INVALID_PARAMS', { violations: [{ field: FIELDS[field] ?? field, description }] });
  }
  const reason = translations[error.code];
  return reason === undefined ? error : new ProtocolError(reason);
}
