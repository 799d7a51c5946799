import { requireAttachmentSize } from './attachment-size.ts';
import { type Call, callOf } from './call.ts';
import type { Client } from './generated/resources.ts';
import type {
  Approval,
  FullMessage,
  Message,
  SecretValue,
  SendMail,
  SentMail,
  ThreadMessage,
} from './generated/types.ts';
import { follow } from './loops/follow.ts';
import type { FollowedEvent, FollowOptions } from './loops/follow-options.ts';
import type { ServedTunnel, ServeOptions } from './loops/serve-tunnel.ts';
import type { TaskHandler } from './loops/task-handler.ts';
import type { UseSecretOptions } from './loops/use-secret.ts';
import type { FoundCode, WaitForCodeOptions } from './loops/wait-for-code.ts';
import type { WaitForDecisionOptions } from './loops/wait-for-decision.ts';
import { type Conversation, type Reply, type WaitForReplyOptions, waitForReply } from './loops/wait-for-reply.ts';
import type { WorkOptions } from './loops/work.ts';
import { OWN } from './methods.ts';
import { requirePublicKey, segment } from './mistakes.ts';
import type { CallOptions, OfIdentity } from './options.ts';
import type { Transport } from './transport.ts';

/** The fields of a reply to a message: those of `mail.send`, except the ones that the message determines. */
export type ReplyMail = Omit<SendMail, 'in_reply_to_message_id'> & OfIdentity;

/** The methods of `approvals` besides the operations of the service. */
export interface ApprovalsMethods {
  /**
   * Waits until a person has decided about a held action, and returns its approval: `approved`, `denied`, or how it has
   * ended otherwise. After `timeoutMs`, which by default is as long as the approval lasts, it is still `pending`.
   */
  wait(approvalId: string, options?: WaitForDecisionOptions): Promise<Approval>;
}

/** The methods of `events` besides the operations of the service. */
export interface EventsMethods {
  /**
   * Yields each matching event once and in order, forever: across lost connections, lost messages and restarts of the
   * service. With a `cursor`, it also continues after a restart of this program, and repeats at most the event that was
   * being handled.
   */
  follow(options?: FollowOptions): AsyncGenerator<FollowedEvent, void, undefined>;
}

/** The methods of `mail` besides the operations of the service. */
export interface MailMethods {
  /**
   * Replies to a message in its conversation: to its author, and with `reply_all` to its other recipients too. The
   * recipient and subject are taken from the message.
   */
  reply(message: string | MessageLike, params: ReplyMail, options?: CallOptions & OfIdentity): Call<SentMail>;
  /**
   * Waits for the reply to a message or in a thread. Spam and automatic replies are skipped, and listed in `heldBack`.
   * Returns the whole message, with the warnings about its sender.
   */
  waitForReply(conversation: Conversation, options?: WaitForReplyOptions): Promise<Reply>;
  /**
   * Waits for an email with a one-time code, or with a link that confirms an address, an account or a login. `from`
   * limits it to an address or a domain, and `since` is the time before the code was requested. Returns the code, the
   * link, and the whole message, with the warnings about its sender.
   */
  waitForCode(options?: WaitForCodeOptions): Promise<FoundCode>;
}

/** The methods of `tasks` besides the operations of the service. */
export interface TasksMethods {
  /**
   * Handles the tasks of the agent with a function, until the signal aborts. Several processes may do so at once: every
   * task is handled, and none gets two replies. Needs an agent key.
   */
  work(handler: TaskHandler, options?: WorkOptions): Promise<void>;
}

/** The methods of `tunnels` besides the operations of the service. */
export interface TunnelsMethods {
  /** Gives a server on this machine, or a function, a public address until the tunnel is closed. */
  serve(options: ServeOptions): Promise<ServedTunnel>;
}

/** The methods of `vault` besides the operations of the service. */
export interface VaultMethods {
  /**
   * Runs a function with the value of a secret: leases the secret, proves the agent's identity, redeems the lease, and
   * stores the value nowhere.
   */
  use<T>(secretId: string, run: (value: SecretValue) => Promise<T> | T, options?: UseSecretOptions): Promise<T>;
}

type MessageLike = Pick<Message | FullMessage | ThreadMessage, 'id'>;

/**
 * Adds the methods to a client that make more than one call. `scope` is the agent that its calls are made for, if any.
 */
export function addMethodsByHand(client: Client, transport: Transport, scope: string | undefined): void {
  const { approvals, events, mail, tasks, tunnels, vault } = client;
  mail.send = checked(mail.send, ({ attachments }) => requireAttachmentSize(attachments));
  vault.keypair.set = checked(vault.keypair.set, ({ public_key: key }) => requirePublicKey(key));
  Object.assign(events, {
    follow: (options = {}) => follow(client, options, transport.hooks),
  } satisfies EventsMethods);
  // Code that only servers use is loaded on first use, so that it is not part of web pages.
  Object.assign(approvals, {
    wait: async (id, options) => {
      const { waitForDecision } = await import('./loops/wait-for-decision.ts');
      return waitForDecision(client, id, { ...options, identityId: options?.identityId ?? scope });
    },
  } satisfies ApprovalsMethods);
  Object.assign(mail, {
    reply: (message, params, options) =>
      callOf(() => {
        const id = (message as MessageLike | undefined)?.id ?? message;
        segment(id, 'mail.reply');
        return mail.send({ ...params, in_reply_to_message_id: id as string }, options).withResponse();
      }),
    waitForReply: (conversation, options) => waitForReply(client, conversation, options),
    waitForCode: async (options) => {
      const { waitForCode } = await import('./loops/wait-for-code.ts');
      return waitForCode(client, { ...options, identityId: options?.identityId ?? scope ?? OWN });
    },
  } satisfies MailMethods);
  Object.assign(tasks, {
    work: async (handler, options) => (await import('./loops/work.ts')).work(client, handler, options, transport.hooks),
  } satisfies TasksMethods);
  Object.assign(tunnels, {
    serve: async (options) => (await import('./loops/serve-tunnel.ts')).serveTunnel(client, transport, options),
  } satisfies TunnelsMethods);
  Object.assign(vault, {
    use: async (id, run, options) => (await import('./loops/use-secret.ts')).useSecret(client, id, run, options),
  } satisfies VaultMethods);
}

/** A method that rejects, and makes no request, if the check of its parameters throws. */
function checked<P extends object, R>(
  method: (params: P, options?: CallOptions & OfIdentity) => Call<R>,
  check: (params: Partial<P>) => void,
): typeof method {
  return (params, options) =>
    callOf(() => {
      check(params ?? {});
      return method(params, options).withResponse();
    });
}
