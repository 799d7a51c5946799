import type { Part } from '../a2a/content.ts';
import { NO_ROOM, ReadableContent } from '../a2a/readable-content.ts';
import { seenText, seenValue } from '../safe-reading/seen-value.ts';
import type { EventContent } from './events.ts';

type Read = (value: unknown) => unknown;

const agent: Read = (value) => {
  const { displayName, ...ids } = value as { displayName: string };
  return { ...ids, displayName: seenText(displayName) };
};

/** Whom the outcome is about identifies, the rest is the text of another mail server. */
const outcomeDetail: Read = (value) => {
  const { recipient, ...rest } = value as { recipient: unknown };
  return { recipient, ...seenValue(rest) };
};

/** The keys of payloads that have texts of others. All other keys have ids, addresses and codes. */
const TEXTS: Readonly<Record<string, Read>> = {
  caller: agent,
  worker: agent,
  changes: seenValue,
  detail: outcomeDetail,
  message: seenValue,
  subject: seenValue,
  // The originals are in the task.
  parts: (value) => new ReadableContent(NO_ROOM).parts(value as Part[]),
  result: (value) => (typeof value === 'string' ? seenText(value) : value),
};

/**
 * The content of an event as a person sees it, in the same order of keys. It follows from the event alone, so a retry
 * and a replay have the same bytes.
 *
 * See: docs/safe-reading.md#characters.
 */
export function readableEvent({ payload, message, agents }: EventContent): EventContent {
  const texts = Object.entries(payload).map(([key, value]) => {
    const read = value !== null && Object.hasOwn(TEXTS, key) ? TEXTS[key] : undefined;
    return [key, read === undefined ? value : read(value)];
  });
  return {
    payload: Object.fromEntries(texts),
    message: message && { ...message, subject: seenText(message.subject), snippet: seenText(message.snippet) },
    agents: agents === null ? null : agents.map((one) => ({ ...one, display_name: seenText(one.display_name) })),
  };
}
