import { assertSafeJson } from '#shared/runtime/pipeline/parse.ts';
import { refusedField } from '#shared/services/a2a-protocol/protocol-errors.ts';

/** Throws INVALID_PARAMS, with the field, for parameters that no field of the service accepts. */
export function assertSafeParams<T>(params: T): T {
  try {
    return assertSafeJson(params);
  } catch (error) {
    throw refusedField(error);
  }
}
