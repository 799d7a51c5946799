import type { Access } from '../access.ts';
import type { ServiceFunction } from './service-function.ts';

/** A part of the stage to which functions have access. */
export interface Grantor {
  /**
   * Grants a function what its access declares of this part, and sets the environment variables by which the function
   * finds it. A function without such access gets neither.
   */
  grantTo(fn: ServiceFunction, access: Access): void;
}
