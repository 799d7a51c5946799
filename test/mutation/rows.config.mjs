import { mutationRun } from './base.mjs';

/** The rows of the service and the commit. `scripts/mutation.ts` runs it for each part of `testing/row-parts.ts`. */
export default mutationRun('rows');
