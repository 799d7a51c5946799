import { type Agent, sharedStack } from '#testing/fixture.ts';
import { callTool } from './call-mcp.ts';
import type { Decision } from './consent.ts';
import type { Page } from './http-browser.ts';
import { OAuthClient, type TokenReply } from './oauth-client.ts';
import { makeAgents, makePerson, type Person } from './person.ts';

/** What an attack works with: a person with agents, another person, and two clients. */
export interface AttackWorld {
  readonly person: Person;
  readonly agents: readonly [Agent, Agent];
  readonly stranger: Person;
  readonly strangerAgent: Agent;
  /** The client that the person allows. */
  readonly client: OAuthClient;
  /** Another client, of someone else. */
  readonly other: OAuthClient;
  /** A decision of the person. */
  readonly allow: (more?: Partial<Decision>) => Decision;
}

/** Makes it on the stack that test files share. */
export async function makeAttackWorld(): Promise<AttackWorld> {
  const [person, stranger] = await Promise.all([makePerson(), makePerson()]);
  const [first, second] = await makeAgents(person, 2);
  const [strangerAgent] = await makeAgents(stranger, 1);
  if (first === undefined || second === undefined || strangerAgent === undefined) throw new Error('no agents');
  const [client, other] = [await OAuthClient.registered(), await OAuthClient.registered()];
  const allow = (more: Partial<Decision> = {}) => ({ person, agents: [first], ...more });
  return { person, agents: [first, second], stranger, strangerAgent, client, other, allow };
}

/** What an attack has got, in a few words: a test compares it with what it should get. */
export const ofReply = ({ status, body: { error, access_token: token } }: TokenReply): string =>
  `${status} ${token !== undefined ? 'a token' : (error ?? 'neither a token nor an error')}`;

/** Where a page has led: to an error page of the service, or back to the client. */
export function ofPage({ leftTo, status, forms }: Pick<Page, 'leftTo' | 'status' | 'forms'>): string {
  if (leftTo === undefined) return `${forms.length > 0 ? 'a form' : 'a page'}, ${status}`;
  return ofCallback(leftTo);
}

/** What a client has got back. */
export function ofCallback({ searchParams: got }: URL): string {
  return got.has('code') ? 'a code' : `sent back: ${got.get('error') ?? 'nothing'}`;
}

/** Whether a token works at the MCP server. */
export async function ofToken(token: string, query = ''): Promise<string> {
  const { status } = await callTool(token, 'whoami', {}, `${sharedStack().baseUrl}/v1/mcp${query}`);
  return status === 200 ? 'works' : `${status}`;
}
