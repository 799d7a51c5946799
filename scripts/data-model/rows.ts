import { A2A_ROWS } from './a2a-rows.ts';
import { APPROVAL_ROWS } from './approval-rows.ts';
import { CONNECTION_ROWS } from './connection-rows.ts';
import { CONTACT_ROWS } from './contact-rows.ts';
import { DELIVERY_ROWS } from './delivery-rows.ts';
import { ISSUER_ROWS } from './issuer-rows.ts';
import { LOG_ROWS } from './log-rows.ts';
import { MAIL_ROWS } from './mail-rows.ts';
import { OAUTH_ROWS } from './oauth-rows.ts';
import { ORGANIZATION_ROWS } from './organization-rows.ts';
import type { AreaRows } from './row-description.ts';
import { STAGE_ROWS } from './stage-rows.ts';
import { TUNNEL_ROWS } from './tunnel-rows.ts';
import { VAULT_ROWS } from './vault-rows.ts';

/**
 * The rows of each partition key prefix, for the generated table in the data model page. A prefix without an entry does
 * not compile. Only `npm run docs` reads this.
 *
 * See: docs/data-model.md.
 */
export const ROWS: AreaRows = {
  ...ORGANIZATION_ROWS,
  ...LOG_ROWS,
  ...DELIVERY_ROWS,
  ...CONNECTION_ROWS,
  ...MAIL_ROWS,
  ...CONTACT_ROWS,
  ...A2A_ROWS,
  ...VAULT_ROWS,
  ...TUNNEL_ROWS,
  ...ISSUER_ROWS,
  ...OAUTH_ROWS,
  ...APPROVAL_ROWS,
  ...STAGE_ROWS,
};
