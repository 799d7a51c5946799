import type { Call } from './call.ts';
import type { Client } from './generated/resources.ts';
import type { FullMessage, Message, SendMail, SentMail, ThreadMessage } from './generated/types.ts';
import type { CallOptions, OfIdentity } from './options.ts';

/** The fields of a reply to a message: those of `mail.send`, most of which follow from the message. */
export type ReplyMail = Omit<SendMail, 'in_reply_to_message_id'> & OfIdentity;

/** What `mail` can do in addition to the operations of the service. */
export interface MailMethods {
  /**
   * Replies to a message, in its conversation: to its author, and to its other recipients with `reply_all`. The
   * recipient and the subject follow from the message.
   */
  reply(message: string | MessageLike, params: ReplyMail, options?: CallOptions & OfIdentity): Call<SentMail>;
}

type MessageLike = Pick<Message | FullMessage | ThreadMessage, 'id'>;

/** Gives a client the methods that are more than one call. */
export function addMethodsByHand(client: Client): void {
  const { mail } = client;
  const mailMethods: MailMethods = {
    reply: (message, params, options) => {
      const id = typeof message === 'string' ? message : message.id;
      return mail.send({ ...params, in_reply_to_message_id: id }, options);
    },
  };
  Object.assign(mail, mailMethods);
}
