import type { Message } from '../../../typescript/src/index.ts';

/** The labels of messages, each once, in order. */
export function labelsInSight(messages: readonly Pick<Message, 'labels'>[]): readonly string[] {
  return [...new Set(messages.flatMap(({ labels }) => labels))].sort();
}
