/** Set by the option `--full-size` of the test run, for the processes of the tests. */
export const FULL_SIZE_VARIABLE = 'AID_FULL_SIZE';

/** Whether this run shows the guarantees with all that was promised, as before a release. See: docs/tests.md. */
export const isFullSize = process.env[FULL_SIZE_VARIABLE] === '1';

/** How many there are of something in a test of guarantees. */
export function sizeOf({ full, usual }: { readonly full: number; readonly usual: number }): number {
  return isFullSize ? full : usual;
}
