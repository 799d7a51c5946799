import type { Call } from './call.ts';
import type { Client } from './generated/resources.ts';
import type { FullMessage, Message, SecretValue, SendMail, SentMail, ThreadMessage } from './generated/types.ts';
import { follow } from './loops/follow.ts';
import type { FollowedEvent, FollowOptions } from './loops/follow-options.ts';
import type { ServedTunnel, ServeOptions } from './loops/serve-tunnel.ts';
import type { TaskHandler } from './loops/task-handler.ts';
import { type UseSecretOptions, useSecret } from './loops/use-secret.ts';
import { type Conversation, type Reply, type WaitForReplyOptions, waitForReply } from './loops/wait-for-reply.ts';
import type { WorkOptions } from './loops/work.ts';
import type { CallOptions, OfIdentity } from './options.ts';
import type { Transport } from './transport.ts';

/** The fields of a reply to a message: those of `mail.send`, most of which follow from the message. */
export type ReplyMail = Omit<SendMail, 'in_reply_to_message_id'> & OfIdentity;

/** What `events` can do in addition to the operations of the service. */
export interface EventsMethods {
  /**
   * Yields each matching event once and in order, for ever: over lost connections, lost messages and restarts of the
   * service. With a `cursor` it continues after a restart of this program, and repeats at most the event in hand.
   */
  follow(options?: FollowOptions): AsyncGenerator<FollowedEvent, void, undefined>;
}

/** What `mail` can do in addition to the operations of the service. */
export interface MailMethods {
  /**
   * Replies to a message, in its conversation: to its author, and to its other recipients with `reply_all`. The
   * recipient and the subject follow from the message.
   */
  reply(message: string | MessageLike, params: ReplyMail, options?: CallOptions & OfIdentity): Call<SentMail>;
  /**
   * Waits for the reply to a message, or in a thread. Spam and automatic replies are passed over, and named in
   * `heldBack`. The message is whole, with the warnings about its sender.
   */
  waitForReply(conversation: Conversation, options?: WaitForReplyOptions): Promise<Reply>;
}

/** What `tasks` can do in addition to the operations of the service. */
export interface TasksMethods {
  /**
   * Has a function do the tasks of the agent, until the signal is aborted. Several processes may do so at once: each
   * task is done, and none is answered twice. Needs an agent key.
   */
  work(handler: TaskHandler, options?: WorkOptions): Promise<void>;
}

/** What `tunnels` can do in addition to the operations of the service. */
export interface TunnelsMethods {
  /** Gives a server on this machine, or a function, a public address, until it is closed. */
  serve(options: ServeOptions): Promise<ServedTunnel>;
}

/** What `vault` can do in addition to the operations of the service. */
export interface VaultMethods {
  /** Runs a function with the value of a secret: leases it, proves who asks, redeems it, and keeps it nowhere. */
  use<T>(secretId: string, run: (value: SecretValue) => Promise<T> | T, options?: UseSecretOptions): Promise<T>;
}

type MessageLike = Pick<Message | FullMessage | ThreadMessage, 'id'>;

/** Gives a client the methods that are more than one call. */
export function addMethodsByHand(client: Client, transport: Transport): void {
  const { events, mail, tasks, tunnels, vault } = client;
  const eventsMethods: EventsMethods = { follow: (options = {}) => follow(client, options) };
  const mailMethods: MailMethods = {
    reply: (message, params, options) => {
      const id = typeof message === 'string' ? message : message.id;
      return mail.send({ ...params, in_reply_to_message_id: id }, options);
    },
    waitForReply: (conversation, options) => waitForReply(client, conversation, options),
  };
  // What only servers do is loaded when it is first used, so that it is no part of a page.
  const tasksMethods: TasksMethods = {
    work: async (handler, options) => (await import('./loops/work.ts')).work(client, handler, options),
  };
  const tunnelsMethods: TunnelsMethods = {
    serve: async (options) => (await import('./loops/serve-tunnel.ts')).serveTunnel(client, transport, options),
  };
  const vaultMethods: VaultMethods = { use: (id, run, options) => useSecret(client, id, run, options) };
  Object.assign(events, eventsMethods);
  Object.assign(mail, mailMethods);
  Object.assign(tasks, tasksMethods);
  Object.assign(tunnels, tunnelsMethods);
  Object.assign(vault, vaultMethods);
}
