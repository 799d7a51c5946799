import { CONTACT_ROWS } from './rows/contact-rows.ts';
import { LOG_ROWS } from './rows/log-rows.ts';
import { MAIL_ROWS } from './rows/mail-rows.ts';
import { ORGANIZATION_ROWS } from './rows/organization-rows.ts';
import type { AreaRows } from './rows/row-description.ts';
import { STAGE_ROWS } from './rows/stage-rows.ts';
import { TASK_ROWS } from './rows/task-rows.ts';
import { TUNNEL_ROWS } from './rows/tunnel-rows.ts';
import { VAULT_ROWS } from './rows/vault-rows.ts';

/**
 * The rows of each partition key prefix, for the generated table in the data model page. A prefix without an entry does
 * not compile. Only `npm run docs` reads this.
 *
 * See: docs/data-model.md.
 */
export const ROWS: AreaRows = {
  ...ORGANIZATION_ROWS,
  ...LOG_ROWS,
  ...MAIL_ROWS,
  ...CONTACT_ROWS,
  ...TASK_ROWS,
  ...VAULT_ROWS,
  ...TUNNEL_ROWS,
  ...STAGE_ROWS,
};
