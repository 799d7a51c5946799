import type { Migration } from './migration/migration.ts';
import { resealValues } from './migrations/reseal-values.ts';

/** Every migration of rows. A migration stays here for as long as a table may have rows of the old form. */
export const MIGRATIONS: readonly Migration[] = [resealValues];
