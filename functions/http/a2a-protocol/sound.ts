import { refusedField } from '../../../shared/runtime/a2a-protocol/translate-error.ts';
import { assertSafeJson } from '../../../shared/runtime/pipeline/parse.ts';

/** A method's parameters as they came. What no field may hold is refused here as everywhere, and its field named. */
export function assertSafeParams<T>(params: T): T {
  try {
    return assertSafeJson(params);
  } catch (error) {
    throw refusedField(error);
  }
}
