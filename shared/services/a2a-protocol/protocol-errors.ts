import { invalidParams, ProtocolError, type ProtocolReason } from '#shared/domain/a2a/protocol-error.ts';
import { AppError, type ErrorCode } from '#shared/domain/errors/errors.ts';

/** The reasons that stand for errors of the core in a method of the protocol. */
export type Translations = Partial<Record<ErrorCode, ProtocolReason>>;

/** Field names of the core, and the names of the same fields in the protocol. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ['message_id', 'message.messageId'],
  ['context_id', 'message.contextId'],
  ['to_identity_id', 'message'],
]);

/** Runs a use case and translates its errors to errors of the protocol, as far as the protocol has them. */
export async function withProtocolErrors<T>(translations: Translations, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw translate(error, translations);
  }
}

function translate(error: unknown, translations: Translations): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.code === 'usage.storage_limit')
    return new ProtocolError('STORAGE_LIMIT_REACHED', { message: error.message });
  const reason = translations[error.code];
  return reason === undefined ? refusedField(error) : new ProtocolError(reason);
}

/** Translates a validation error to one of the protocol. Returns any other error unchanged. */
export function refusedField(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'validation.failed') return error;
  const [, field = '', description = ''] = /^(.*?): (.*)$/s.exec(error.message) ?? [];
  return invalidParams((FIELDS.get(field) ?? field).slice(0, 200), description);
}

/** Translates an access error that ends a stream. The HTTP status of the stream has been sent already. */
export function rethrowAccessError(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  const reason = error.status === 401 ? 'UNAUTHENTICATED' : 'PERMISSION_DENIED';
  throw new ProtocolError(reason, { message: error.message });
}
