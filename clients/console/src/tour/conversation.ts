import type { Event } from '../../../typescript/src/index.ts';
import { threadOf } from '../log/event-filter.ts';

/** An email and an agent's reply. */
export interface Conversation {
  /** A received email: one that was answered, or else the newest one. */
  readonly received: Event | undefined;
  /** What an agent wrote in the same thread after that email. */
  readonly answer: Event | undefined;
}

/** An email and the reply to it, from lists in newest-first order. */
export function conversationOf(received: readonly Event[], sent: readonly Event[]): Conversation {
  const answerTo = (email: Event) =>
    sent.find((one) => threadOf(one) === threadOf(email) && one.created_at > email.created_at);
  const answered = received.find((email) => answerTo(email) !== undefined);
  return { received: answered ?? received[0], answer: answered && answerTo(answered) };
}
