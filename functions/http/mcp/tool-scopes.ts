import type { ToolDeclaration } from '#shared/contract/mcp/tool.ts';
import { TOOLS, type ToolKey, toolsOf } from '#shared/contract/mcp/tools.ts';
import { FIELD_SCOPES, OPERATION_SCOPES } from '#shared/contract/operation-scopes.ts';
import { SCOPES, type Scope } from '#shared/domain/issuer/scopes.ts';
import { SCOPES_WITH_EVENTS, scopeOfEvent } from '#shared/domain/log/event-scopes.ts';
import type { CalledOperation } from './called-operations.ts';
import { TOOL_OPERATIONS } from './tool-operations.ts';

/**
 * What a tool needs of a token: all scopes of a list, or one of those that show some events. `undefined`: no token may
 * call it.
 */
type Needed = readonly Scope[] | 'of-events' | undefined;

const OPERATIONS_OF = new Map<ToolDeclaration, readonly CalledOperation[]>(
  Object.entries(TOOL_OPERATIONS).map(([key, operations]) => [TOOLS[key as ToolKey], operations]),
);

/** Scopes without repetition, in the order in which they are always named. */
export function inOrder(scopes: Iterable<Scope>): readonly Scope[] {
  const all = new Set(scopes);
  return SCOPES.filter((scope) => all.has(scope));
}

/** The operations that a tool calls. */
export function operationsOf(tool: ToolDeclaration): readonly CalledOperation[] {
  const operations = OPERATIONS_OF.get(tool);
  if (operations === undefined) throw new Error(`${tool.name} calls no operation`);
  return operations;
}

/** What a tool needs: the scopes of all operations that it calls. */
export function scopesOfTool(tool: ToolDeclaration): Needed {
  const needed = operationsOf(tool).map((name) => OPERATION_SCOPES[name]);
  if (needed.includes(undefined)) return undefined;
  const scopes = inOrder(needed.flatMap((one) => (one === undefined || one === 'of-events' ? [] : one)));
  return scopes.length === 0 && needed.includes('of-events') ? 'of-events' : scopes;
}

/** Whether a token with these scopes may call a tool at all. */
export function isWithinScopes(tool: ToolDeclaration, scopes: readonly Scope[]): boolean {
  const needed = scopesOfTool(tool);
  if (needed === 'of-events') return SCOPES_WITH_EVENTS.some((scope) => scopes.includes(scope));
  return needed?.every((scope) => scopes.includes(scope)) ?? false;
}

/**
 * The scopes that a call of a tool needs and a token does not have, all at once. `args` are the arguments in the form
 * of the tool's schema: some of them need a scope that the tool without them does not need. `undefined` if no scope is
 * enough.
 */
export function missingScopes(
  tool: ToolDeclaration,
  args: unknown,
  scopes: readonly Scope[],
): readonly Scope[] | undefined {
  const needed = scopesOfTool(tool);
  if (needed === undefined) return undefined;
  const more = scopesOfArguments(tool, args);
  const always = needed === 'of-events' ? scopesOfAnyEvents(tool, scopes, more) : needed;
  return inOrder([...always, ...more].filter((scope) => !scopes.includes(scope)));
}

/** A token that shows some events needs no other, unless a call asks for a type. */
function scopesOfAnyEvents(tool: ToolDeclaration, scopes: readonly Scope[], asked: readonly Scope[]): readonly Scope[] {
  return asked.length > 0 || isWithinScopes(tool, scopes) ? [] : ['events'];
}

function scopesOfArguments(tool: ToolDeclaration, args: unknown): readonly Scope[] {
  const given = Object(args) as Readonly<Record<string, unknown>>;
  return [...scopesOfFiles(given), ...scopesOfFields(tool, given), ...scopesOfType(tool, given)];
}

/** Files of earlier messages are read before they are attached. */
function scopesOfFiles({ attachments }: Readonly<Record<string, unknown>>): readonly Scope[] {
  const files = Array.isArray(attachments) ? attachments : [];
  const needed = OPERATION_SCOPES.getAttachment;
  return Array.isArray(needed) && files.some((file) => Object(file).message_id !== undefined) ? needed : [];
}

/** Arguments that are passed on as fields which need a scope of their own. */
function scopesOfFields(tool: ToolDeclaration, given: Readonly<Record<string, unknown>>): readonly Scope[] {
  const fields = operationsOf(tool).flatMap((name) => Object.entries(FIELD_SCOPES[name] ?? {}));
  return fields.flatMap(([field, needed]) => (given[field] === undefined || given[field] === false ? [] : needed));
}

/** A type of events that a call asks for. */
function scopesOfType(tool: ToolDeclaration, { type }: Readonly<Record<string, unknown>>): readonly Scope[] {
  const scope = scopesOfTool(tool) === 'of-events' && typeof type === 'string' ? scopeOfEvent(type) : undefined;
  return scope === undefined ? [] : [scope];
}

/** The scopes with which every tool of some toolsets may be called, whatever its arguments. */
export function scopesOfTools(tools: readonly ToolDeclaration[]): readonly Scope[] {
  return inOrder(
    tools.flatMap((tool) => {
      const needed = scopesOfTool(tool);
      return needed === 'of-events' ? SCOPES_WITH_EVENTS : (needed ?? []);
    }),
  );
}

/** The scopes of the tools that a client gets unless it asks for more. */
export const DEFAULT_SCOPES = scopesOfTools(toolsOf(new Set()));
