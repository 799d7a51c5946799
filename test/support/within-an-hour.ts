import { setTimeout as pause } from 'node:timers/promises';
import { HOUR, SECOND } from '#shared/domain/time/time.ts';

/** Most files of `npm test` take less. Flows that take longer see to it themselves. */
const ENOUGH_MS = 20 * SECOND;

/**
 * Limits count by the hour or day of the clock. A file that begins at the end of an hour would count in two of them, so
 * it waits for the next one.
 */
const left = HOUR - (Date.now() % HOUR);
if (left < ENOUGH_MS) await pause(left);
