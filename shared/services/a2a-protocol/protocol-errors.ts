import { invalidParams, ProtocolError, type ProtocolReason } from '../../domain/a2a/protocol-error.ts';
import { AppError, type ErrorCode } from '../../domain/errors.ts';

/** Which of the core's errors a method may meet, and what the protocol calls each there. */
export type Translations = Partial<Record<ErrorCode, ProtocolReason>>;

/** Fields as the core names them, by what the protocol calls them. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ['message_id', 'message.messageId'],
  ['context_id', 'message.contextId'],
  ['to_identity_id', 'message'],
]);

/** Runs a use case of the core; what it refuses is refused in the protocol's words, as far as it has any. */
export async function withProtocolErrors<T>(translations: Translations, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw translate(error, translations);
  }
}

function translate(error: unknown, translations: Translations): unknown {
  if (!(error instanceof AppError)) return error;
  const reason = translations[error.code];
  return reason === undefined ? refusedField(error) : new ProtocolError(reason);
}

/** A field that the core refuses, refused in the protocol's words. Any other error is left as it is. */
export function refusedField(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'validation.failed') return error;
  const [, given = '', description = ''] = /^(.*?): (.*)$/s.exec(error.message) ?? [];
  return invalidParams((FIELDS.get(given) ?? given).slice(0, 200), description);
}

/** What ends a stream whose caller may not see more, in the protocol's words: its status has been sent already. */
export function rethrowAccessError(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  const reason = error.status === 401 ? 'UNAUTHENTICATED' : 'PERMISSION_DENIED';
  throw new ProtocolError(reason, { message: error.message });
}
