import { freshName, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { withTemporaryFolder } from '#testing/temporary-folder.ts';
import type { McpClient } from '../mcp-clients.ts';
import { mailedCode } from '../sent-mail.ts';
import { readingCalls } from './reading-calls.ts';
import { contactCalls, vaultCalls } from './record-calls.ts';
import { sendingCalls } from './sending-calls.ts';
import { taskCalls } from './task-calls.ts';
import { tokenCalls } from './token-calls.ts';
import { callTools, type World } from './tool-call.ts';
import { waitingCalls } from './waiting-calls.ts';

/** Connects a client with every tool that it can have: by HTTP with secrets, and by `aid mcp` with programs. */
export type Connect = (world: World) => Promise<McpClient>;

/** Both sets have every tool of the service. */
export const EVERY_TOOLSET = '?toolsets=vault,identity';

/** Arguments of `aid mcp` with which it has every tool that it can have. */
export const EVERY_COMMAND = ['--allow-commands', process.execPath] as const;

/** The service that has the tools. */
export interface CalledService extends Pick<World, 'deliver' | 'sentMailArrives'> {
  /** Creates an organization that may have two agents and send to dozens of recipients a day. */
  readonly organization: () => Promise<Organization>;
}

/**
 * Calls every tool that a client has with every argument that the tool declares, and checks by the API that each of
 * them had its effect. A tool or an argument without a call fails.
 */
export async function expectEveryArgument(
  way: World['way'],
  connect: Connect,
  service: CalledService = SHARED_STACK,
): Promise<void> {
  const { deliver, sentMailArrives } = service;
  const organization = await service.organization();
  const [agent, peer] = await Promise.all([makeAgent(organization), makeAgent(organization)]);
  await withTemporaryFolder(async (folder) => {
    const world: World = { organization, agent, peer, way, folder, deliver, sentMailArrives };
    const client = await connect(world);
    const groups = [contactCalls, taskCalls, vaultCalls, tokenCalls, readingCalls, waitingCalls, sendingCalls];
    const calls = await Promise.all(groups.map((group) => group(world)));
    await callTools(client, calls.flat());
  });
}

/** The calls have more recipients than an organization that is not verified may have in a day. */
async function makeVerifiedOrganization(): Promise<Organization> {
  const owner_email = `${freshName('owner')}@owner.example`;
  const organization = await makeOrganization(undefined, { owner_email });
  await organization.api.ok('verifyOwner', { body: { code: await mailedCode(owner_email) } });
  return organization;
}

const SHARED_STACK: CalledService = {
  organization: makeVerifiedOrganization,
  deliver: (mail) => sendMail(mail),
  sentMailArrives: true,
};
