import type { Event } from '../../../typescript/src/index.ts';
import { threadOf } from '../log/event-filter.ts';

/** An email and what an agent wrote to it. */
export interface Conversation {
  /** An email that arrived: one that was answered, or else the newest one. */
  readonly received: Event | undefined;
  /** What an agent wrote after that email in the same conversation. */
  readonly answer: Event | undefined;
}

/** An email and the answer to it, from lists that begin with the newest. */
export function conversationOf(received: readonly Event[], sent: readonly Event[]): Conversation {
  const answerTo = (email: Event) =>
    sent.find((one) => threadOf(one) === threadOf(email) && one.created_at > email.created_at);
  const answered = received.find((email) => answerTo(email) !== undefined);
  return { received: answered ?? received[0], answer: answered && answerTo(answered) };
}
