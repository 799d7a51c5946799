import { ACCOUNT_EXAMPLES } from './examples/accounts.ts';
import { AGENT_EXAMPLES } from './examples/agents.ts';
import { APPROVAL_EXAMPLES } from './examples/approvals.ts';
import { EVENT_EXAMPLES } from './examples/events.ts';
import { MAIL_EXAMPLES } from './examples/mail.ts';
import { TOKEN_EXAMPLES } from './examples/tokens.ts';
import { TRUSTED_ISSUER_EXAMPLES } from './examples/trusted-issuers.ts';
import { VAULT_EXAMPLES } from './examples/vault.ts';
import type { SchemaExample } from './examples.ts';

/** The examples of replies and deliveries. A list needs none, because its items have one. */
export const EXAMPLES: readonly SchemaExample[] = [
  ...ACCOUNT_EXAMPLES,
  ...AGENT_EXAMPLES,
  ...VAULT_EXAMPLES,
  ...MAIL_EXAMPLES,
  ...APPROVAL_EXAMPLES,
  ...EVENT_EXAMPLES,
  ...TOKEN_EXAMPLES,
  ...TRUSTED_ISSUER_EXAMPLES,
];
