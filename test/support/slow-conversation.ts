import { vi } from 'vitest';
import { MAX_CALL_MS } from '#functions/http/mcp/call-time.ts';
import type { FullMessage } from '#functions/http/mcp/results/mail-record.ts';
import type { ServiceApi } from '#functions/http/mcp/service-api.ts';
import { OutOfTimeError } from '#functions/http/mcp/service-error.ts';
import type { ToolContext } from '#functions/http/mcp/tool-context.ts';
import { aSentMessage } from './mail-records.ts';

/** The message that is answered. */
export const SENT = aSentMessage();

/** A progress that a tool has sent. */
interface SentProgress {
  readonly done: number;
  readonly total: number;
}

/** What tools did with a service, and when by the clock of the test. */
export interface SlowConversation {
  /** A call that arrives now. */
  readonly context: () => ToolContext;
  readonly calls: string[];
  readonly progress: SentProgress[];
}

interface Asked {
  readonly params?: { readonly mid?: string };
  readonly query?: { readonly since?: string; readonly limit?: number; readonly timeout_ms?: number };
}

/**
 * A service that has received these messages after `SENT` and needs some milliseconds of the clock of the test for each
 * request. The test has replaced `Date`.
 */
export function slowConversation(received: readonly FullMessage[], requestMs: number): SlowConversation {
  const calls: string[] = [];
  const progress: SentProgress[] = [];
  const events = received.map(({ id, created_at }) => ({
    id: `evt_${id}`,
    type: 'mail.received',
    aggregate_type: 'mail_message',
    aggregate_id: id,
    created_at,
    payload: { messageId: id, threadId: SENT.thread_id, from: 'ada@example.com', subject: 'x' },
  }));
  const after = (since = '') => events.filter(({ created_at }) => created_at > since);
  const answers = {
    getMessage: ({ params }: Asked) => [SENT, ...received].find(({ id }) => id === params?.mid),
    waitForEvent: ({ query }: Asked) => ({ event: after(query?.since)[0] ?? null }),
    listEvents: ({ query }: Asked) => ({ events: after(query?.since).slice(0, query?.limit) }),
  };
  const context = () => {
    const now = Date.now();
    const call = async (name: keyof typeof answers, asked: Asked) => {
      calls.push(name);
      const answer = answers[name](asked);
      const isWaiting = answer !== undefined && 'event' in answer && answer.event === null;
      pass(requestMs + (isWaiting ? (asked.query?.timeout_ms ?? 0) : 0), now + MAX_CALL_MS);
      return answer;
    };
    return {
      api: { call, send: async () => ({ body: { events }, headers: new Headers() }) } as unknown as ServiceApi,
      caller: { identityId: SENT.identity_id, isAgent: true },
      progress: async (done: number, total: number) => void progress.push({ done, total }),
      signal: new AbortController().signal,
      now,
    };
  };
  return { context, calls, progress };
}

/** Lets time pass, to the end of the call at most. */
function pass(ms: number, end: number): void {
  const then = Date.now() + ms;
  vi.setSystemTime(Math.min(then, end));
  if (then >= end) throw new OutOfTimeError();
}
