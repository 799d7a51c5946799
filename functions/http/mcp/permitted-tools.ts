import type { ToolDeclaration } from '#shared/contract/mcp/tool.ts';
import { TOOLS, type ToolKey } from '#shared/contract/mcp/tools.ts';
import type { Route } from '#shared/contract/route.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import type { Actor } from '#shared/runtime/pipeline/actor.ts';
import { authorize } from '#shared/runtime/pipeline/authorize.ts';
import { CALLED, type CalledOperation } from './called-operations.ts';

/** The operation that does what a tool is for. A tool without one does not compile. */
const PURPOSE: Readonly<Record<ToolKey, CalledOperation>> = {
  whoami: 'getMe',
  listMessages: 'listMessages',
  searchMessages: 'listMessages',
  getMessage: 'getMessage',
  getThread: 'getThread',
  getAttachment: 'getAttachment',
  sendEmail: 'sendMail',
  replyToEmail: 'sendMail',
  forwardMessage: 'forwardMessage',
  updateMessage: 'updateMessage',
  waitForReply: 'waitForEvent',
  waitForCode: 'waitForEvent',
  waitForEvent: 'waitForEvent',
  listEvents: 'listEvents',
  findAgents: 'listDirectory',
  sendTask: 'createTask',
  listTasks: 'listTasks',
  getTask: 'getTask',
  replyToTask: 'replyToTask',
  findContact: 'listContacts',
  saveContact: 'createContact',
  listSecrets: 'listSecrets',
  createLease: 'createLease',
  redeemLease: 'redeemLease',
  getIdentityToken: 'createIdentityToken',
};

const PURPOSES = new Map<ToolDeclaration, Route>(
  Object.entries(PURPOSE).map(([key, operation]) => [TOOLS[key as ToolKey], CALLED[operation]]),
);

/**
 * The tools that a kind of key may call at all. A client with an org key, which may not act in a task, so does not plan
 * with tools that are always refused. Which resources a tool may use is decided by the API at each call.
 *
 * See: docs/contract/mcp.md#identity; docs/permissions.md.
 */
export function permittedTools(tools: readonly ToolDeclaration[], actor: Actor): readonly ToolDeclaration[] {
  return tools.filter((tool) => {
    const route = PURPOSES.get(tool);
    return route === undefined || isPermitted(route, actor);
  });
}

function isPermitted(route: Route, actor: Actor): boolean {
  try {
    authorize(route, actor);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
