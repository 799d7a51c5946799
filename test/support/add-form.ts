import type { Migration, PreparedMigration } from '#scripts/ops/migration/migration.ts';
import type { Row } from '#shared/data/table-client.ts';

const prepared: PreparedMigration = {
  target: 'form 2',
  change: (row: Row) => (row.form === 2 ? undefined : { ...row, form: 2, version: Number(row.version) + 1 }),
};

const migration: Migration = {
  id: 'add-form',
  description: 'a migration for tests: gives contacts another form',
  rows: ['contact'],
  prepare: async () => prepared,
};

/** A migration for tests, which gives each contact the form 2. */
export const addForm = { migration, prepared };
