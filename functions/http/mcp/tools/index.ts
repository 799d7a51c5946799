import type { ToolKey } from '#shared/contract/mcp/tools.ts';
import type { ToolRunners } from '../tool-context.ts';
import { CONTACTS } from './contacts.ts';
import { EVENTS } from './events.ts';
import { MAIL } from './mail.ts';
import { OUTGOING_MAIL } from './outgoing-mail.ts';
import { TASKS } from './tasks.ts';
import { TOKENS } from './tokens.ts';
import { VAULT } from './vault.ts';
import { waitForCode } from './wait-for-code.ts';
import { waitForReply } from './wait-for-reply.ts';
import { whoami } from './whoami.ts';

/** The work of every tool. One without it does not compile. */
export const RUNNERS: ToolRunners<ToolKey> = {
  whoami,
  ...MAIL,
  ...OUTGOING_MAIL,
  waitForReply,
  waitForCode,
  ...EVENTS,
  ...TASKS,
  ...CONTACTS,
  ...VAULT,
  ...TOKENS,
};
