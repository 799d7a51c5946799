import { TOOLSETS, type ToolDeclaration, type Toolset } from './tool.ts';
import * as codes from './tools/codes.ts';
import * as contacts from './tools/contacts.ts';
import * as events from './tools/events.ts';
import * as identity from './tools/identity.ts';
import * as mail from './tools/mail.ts';
import * as tasks from './tools/tasks.ts';
import * as tokens from './tools/tokens.ts';
import * as vault from './tools/vault.ts';

/** Every tool by its name in code, in the order of the manifest. */
export const TOOLS = { ...identity, ...mail, ...codes, ...events, ...tasks, ...contacts, ...vault, ...tokens } as const;
export type ToolKey = keyof typeof TOOLS;

const BY_TOOLSET: Readonly<Record<Toolset, readonly ToolDeclaration[]>> = {
  default: [identity, mail, codes, events, tasks, contacts].flatMap((group) => Object.values<ToolDeclaration>(group)),
  vault: Object.values(vault),
  identity: Object.values(tokens),
};

/** The tools of the default set, and of the other sets that a client asked for. */
export function toolsOf(toolsets: ReadonlySet<Toolset>): readonly ToolDeclaration[] {
  return TOOLSETS.flatMap((name) => (name === 'default' || toolsets.has(name) ? BY_TOOLSET[name] : []));
}

/** The set that has a tool of this name. */
export function toolsetOf(name: string): Toolset | undefined {
  return TOOLSETS.find((toolset) => BY_TOOLSET[toolset].some((tool) => tool.name === name));
}
