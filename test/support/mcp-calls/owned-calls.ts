import { type Agent, freshName } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { messageWith } from '../log-reader.ts';

/** What belongs to one agent. */
export interface Owned {
  readonly message_id: string;
  readonly thread_id: string;
  readonly attachment_id: string;
  readonly task_id: string;
  readonly contact_id: string;
  readonly secret_id: string;
  readonly lease_id: string;
  readonly lease_token: string;
}

/** The audience for which agents of the organization get tokens. */
export const AUDIENCE = 'https://provider.example';

/** Arguments with which each tool succeeds, given what its caller owns. Tools without a resource have none. */
export const ARGUMENTS: Readonly<Record<string, (owned: Owned) => Record<string, unknown>>> = {
  whoami: () => ({}),
  list_messages: () => ({}),
  search_messages: () => ({ query: 'x' }),
  get_message: ({ message_id }) => ({ message_id }),
  get_thread: ({ thread_id }) => ({ thread_id }),
  get_attachment: ({ message_id, attachment_id }) => ({ message_id, attachment_id }),
  update_message: ({ message_id }) => ({ message_id, is_read: true }),
  wait_for_reply: ({ message_id }) => ({ message_id, timeout_seconds: 0 }),
  wait_for_code: () => ({ timeout_seconds: 0 }),
  send_email: ({ message_id, attachment_id }) => ({
    to: ['ada@elsewhere.example'],
    subject: freshName(),
    text: 'x',
    attachments: [{ message_id, attachment_id }],
  }),
  reply_to_email: ({ message_id }) => ({ message_id, text: freshName() }),
  forward_message: ({ message_id }) => ({ message_id, to: ['ada@elsewhere.example'], text: freshName() }),
  wait_for_event: () => ({ type: 'mail.received', timeout_seconds: 0 }),
  list_events: () => ({}),
  find_agents: () => ({}),
  send_task: ({ task_id }) => ({ task_id, text: freshName() }),
  list_tasks: () => ({}),
  get_task: ({ task_id }) => ({ task_id }),
  reply_to_task: ({ task_id }) => ({ task_id, state: 'working', text: freshName() }),
  find_contact: () => ({}),
  save_contact: ({ contact_id }) => ({ contact_id, notes: freshName() }),
  list_secrets: () => ({}),
  create_lease: ({ secret_id }) => ({ secret_id }),
  redeem_lease: ({ lease_id, lease_token }) => ({ lease_id, lease_token }),
  get_identity_token: () => ({ audience: AUDIENCE }),
};

/** Gives an agent one thing of each kind. `giver` sends the task. */
export async function ownedBy(owner: Agent, giver: Agent): Promise<Owned> {
  const subject = freshName();
  await sendMail({ to: owner.address, subject, text: 'x', attachments: [{ filename: 'a.txt', content: 'a' }] });
  const message = await messageWith(owner, subject);
  const { id: task_id } = await giver.api.ok('createTask', { body: { to_handle: owner.handle, message: 'x' } });
  const { id: contact_id } = await owner.api.ok('createContact', { body: { display_name: subject } });
  const { id: secret_id } = await owner.api.ok('createSecret', { body: { name: subject, value: 'v' } });
  const lease = await owner.api.ok('createLease', { body: { secret_id, max_uses: 10 } });
  return {
    message_id: message.id,
    thread_id: message.thread_id,
    attachment_id: message.attachments[0]?.id ?? '',
    task_id,
    contact_id,
    secret_id,
    lease_id: lease.id,
    lease_token: lease.lease_token,
  };
}
