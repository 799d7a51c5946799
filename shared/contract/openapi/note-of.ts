import type { OperationName } from '../table.ts';
import { A2A } from './notes/a2a.ts';
import { A2A_ACCESS } from './notes/a2a-access.ts';
import { A2A_CARD, A2A_DIRECTORY } from './notes/a2a-card.ts';
import { A2A_PROTOCOL } from './notes/a2a-protocol.ts';
import { ACCOUNTS } from './notes/accounts.ts';
import { APPROVALS } from './notes/approvals.ts';
import { AUTH } from './notes/auth.ts';
import { CONTACTS } from './notes/contacts.ts';
import { DOMAINS } from './notes/domains.ts';
import { EVENTS, STREAMS, WAIT } from './notes/events.ts';
import { IDENTITIES } from './notes/identities.ts';
import { INBOUND_MAIL, MAIL, MAIL_BATCHES, MAIL_DRAFTS, SEARCH } from './notes/mail.ts';
import { MCP } from './notes/mcp.ts';
import { MEMBERS } from './notes/members.ts';
import { OAUTH } from './notes/oauth.ts';
import { PROVIDER_ACCOUNTS } from './notes/provider-accounts.ts';
import { SECOND_FACTOR } from './notes/second-factor.ts';
import { SYSTEM } from './notes/system.ts';
import { TOKENS } from './notes/tokens.ts';
import { TRUSTED_ISSUERS } from './notes/trusted-issuers.ts';
import { TUNNELS } from './notes/tunnels.ts';
import { VAULT } from './notes/vault.ts';
import { WEBHOOKS } from './notes/webhooks.ts';
import type { Note } from './notes.ts';

/** An operation without a note does not compile. */
const NOTES: Readonly<Record<OperationName, unknown>> = {
  ...SYSTEM,
  ...ACCOUNTS,
  ...AUTH,
  ...MEMBERS,
  ...SECOND_FACTOR,
  ...OAUTH,
  ...IDENTITIES,
  ...MAIL,
  ...MAIL_BATCHES,
  ...MAIL_DRAFTS,
  ...SEARCH,
  ...INBOUND_MAIL,
  ...DOMAINS,
  ...PROVIDER_ACCOUNTS,
  ...CONTACTS,
  ...APPROVALS,
  ...VAULT,
  ...A2A,
  ...A2A_ACCESS,
  ...A2A_CARD,
  ...A2A_DIRECTORY,
  ...A2A_PROTOCOL,
  ...EVENTS,
  ...WAIT,
  ...STREAMS,
  ...WEBHOOKS,
  ...TOKENS,
  ...TRUSTED_ISSUERS,
  ...TUNNELS,
  ...MCP,
};

/** What the description says about an operation beyond its route. */
export function noteOf(name: string): Note {
  const note = NOTES[name as OperationName] as Note | undefined;
  if (note === undefined) throw new Error(`no note for the operation ${name}`);
  return note;
}
