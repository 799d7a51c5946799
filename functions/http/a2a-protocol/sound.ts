import { refusedField } from '../../../shared/runtime/a2a-protocol/translate-error.ts';
import { checked } from '../../../shared/runtime/pipeline/parse.ts';

/** A method's parameters as they came. What no field may hold is refused here as everywhere, and its field named. */
export function sound<T>(params: T): T {
  try {
    return checked(params);
  } catch (error) {
    throw refusedField(error);
  }
}
