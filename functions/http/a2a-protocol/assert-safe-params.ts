import { assertSafeJson } from '../../../shared/runtime/pipeline/parse.ts';
import { refusedField } from '../../../shared/services/a2a-protocol/protocol-errors.ts';

/** A method's parameters as they came. What no field may hold is refused here as everywhere, and its field named. */
export function assertSafeParams<T>(params: T): T {
  try {
    return assertSafeJson(params);
  } catch (error) {
    throw refusedField(error);
  }
}
