import type { Task } from '../../../typescript/src/index.ts';
import type { Actor, Actors } from './actors.ts';
import { exchangeToken } from './exchange-token.ts';
import { holdEmail } from './hold-email.ts';

/** The subject of the event: the resource with an id, or the agent that it happened to. */
interface Triggered {
  readonly aggregate_id?: string;
  readonly identity_id?: string;
}

interface Trigger {
  /** What it does, as a sentence. */
  readonly text: string;
  run(actors: Actors): Promise<Triggered>;
}

/** Recipients that cause a certain outcome. Source: AWS, Amazon SES mailbox simulator. */
const SIMULATOR = {
  success: 'success@simulator.amazonses.com',
  bounce: 'bounce@simulator.amazonses.com',
  complaint: 'complaint@simulator.amazonses.com',
};

/** The events that no call of a key causes, and what does. */
export const CAUSED_ELSEWHERE: Readonly<Record<string, string>> = {
  'grant.created': 'only a person causes it: connect an MCP host to the address of the MCP server',
  'grant.revoked': 'only a person causes it: connect an MCP host to the address of the MCP server',
  'mail.draft_failed': 'its time causes it: schedule a draft, and suspend the agent until then',
  'mail.unsubscribed': 'only a person causes it: send an email with "unsubscribe", and follow its List-Unsubscribe',
};

/** For each other event type, the action that causes it. */
export const TRIGGERS: Readonly<Record<string, Trigger>> = {
  'mail.sent': { text: 'Sends an email.', run: ({ one }) => send(one, SIMULATOR.success) },
  'mail.delivered': { text: 'Sends an email that is delivered.', run: ({ one }) => send(one, SIMULATOR.success) },
  'mail.bounced': { text: 'Sends an email that bounces.', run: ({ one }) => send(one, SIMULATOR.bounce) },
  'mail.complained': {
    text: 'Sends an email that the recipient reports as spam.',
    run: ({ one }) => send(one, SIMULATOR.complaint),
  },
  'mail.labeled': {
    text: 'Sends an email, and gives it a label.',
    run: async ({ one }) => {
      const { id } = await one.aid.mail.send({ to: SIMULATOR.success, subject: 'Labels', text: 'One is added.' });
      await one.aid.mail.messages.update(id, { add_labels: ['triggered'] });
      return { aggregate_id: id };
    },
  },
  'mail.received': {
    text: 'Sends an email from one agent to another.',
    run: async ({ one, two }) => {
      await send(one, two.address);
      return { identity_id: two.id };
    },
  },
  'a2a.task.created': { text: 'Creates a task and cancels it.', run: canceled },
  'a2a.task.canceled': { text: 'Creates a task and cancels it.', run: canceled },
  'a2a.task.message': {
    text: 'Creates a task and adds a message to it.',
    run: async (actors) => {
      const { id } = await createTask(actors);
      await actors.one.aid.tasks.message(id, { message: 'Please hurry.' });
      await actors.one.aid.tasks.cancel(id);
      return { aggregate_id: id };
    },
  },
  'a2a.task.updated': { text: 'Creates a task and replies to it.', run: answered },
  'a2a.sent_task.updated': { text: 'Creates a task and replies to it.', run: answered },
  'a2a.contact_rule.changed': {
    text: 'Creates an A2A rule and deletes it.',
    run: async ({ organization, two }) => {
      const rule = { identity_id: two.id, handle: 'no-such-agent', action: 'block' } as const;
      const { id } = await organization.a2a.rules.create(rule);
      await organization.a2a.rules.delete(id);
      return { aggregate_id: id };
    },
  },
  'a2a.settings.updated': {
    text: 'Changes the description of an agent’s card, and changes it back.',
    run: async ({ two }) => {
      const { description } = await two.aid.a2a.settings.get();
      await two.aid.a2a.settings.update({ description: `Triggered at ${new Date().toISOString()}` });
      await two.aid.a2a.settings.update({ description });
      return { identity_id: two.id };
    },
  },
  'a2a.invitation.created': {
    text: 'Invites an agent and revokes the invitation.',
    run: (actors) => invite(actors, 'revoke'),
  },
  'a2a.invitation.revoked': {
    text: 'Invites an agent and revokes the invitation.',
    run: (actors) => invite(actors, 'revoke'),
  },
  'a2a.invitation.accepted': { text: 'Invites an agent, which accepts.', run: (actors) => invite(actors, 'accept') },
  'a2a.invitation.declined': { text: 'Invites an agent, which declines.', run: (actors) => invite(actors, 'decline') },
  'identity_token.issued': {
    text: 'Gets an identity token for an example audience, which is allowed meanwhile.',
    run: ({ organization, one }) => issueToken(organization, one),
  },
  'approval.requested': {
    text: 'Sends an email that is held meanwhile, and denies it.',
    run: ({ organization, one }) => hold(organization, one),
  },
  'approval.decided': {
    text: 'Sends an email that is held meanwhile, and denies it.',
    run: ({ organization, one }) => hold(organization, one),
  },
  'short_key.issued': {
    text: 'Exchanges a token of an issuer that is trusted meanwhile.',
    run: async ({ organization, one }) => {
      await exchangeToken(organization, one.id);
      return { identity_id: one.id };
    },
  },
};

async function send({ aid }: Actor, to: string): Promise<Triggered> {
  const sent = await aid.mail.send({ to, subject: 'Where is my order?', text: 'I ordered a lamp last week.' });
  return { aggregate_id: sent.id };
}

async function hold(organization: Actors['organization'], agent: Actor): Promise<Triggered> {
  return { aggregate_id: await holdEmail(organization, agent, SIMULATOR.success) };
}

function createTask({ one, two }: Actors): Promise<Task> {
  return one.aid.tasks.create({ to_identity_id: two.id, message: 'Where is the order 4711?' });
}

async function canceled(actors: Actors): Promise<Triggered> {
  const { id } = await createTask(actors);
  await actors.one.aid.tasks.cancel(id);
  return { aggregate_id: id };
}

async function answered(actors: Actors): Promise<Triggered> {
  const { id } = await createTask(actors);
  await actors.two.aid.tasks.reply(id, { state: 'completed', message: 'It arrives tomorrow.' });
  return { aggregate_id: id };
}

/** One agent invites the other, and the invitation ends. */
async function invite({ organization, one, two }: Actors, end: 'accept' | 'decline' | 'revoke'): Promise<Triggered> {
  const invitation = { from_identity_id: one.id, to_handle: two.handle };
  const { id } = await organization.a2a.invitations.create(invitation);
  await organization.a2a.invitations[end](id);
  return { aggregate_id: id };
}

/** Nothing accepts the token, and the list of audiences is as it was afterwards. */
async function issueToken(organization: Actors['organization'], { id, aid }: Actor): Promise<Triggered> {
  const { audiences } = await organization.identityTokens.settings.get();
  const audience = 'https://trigger.example';
  await organization.identityTokens.settings.update({ audiences: [...new Set([...audiences, audience])] });
  try {
    await aid.identityTokens.create({ audience, ttl_seconds: 60 });
  } finally {
    await organization.identityTokens.settings.update({ audiences });
  }
  return { identity_id: id };
}
