import { setTimeout as sleep } from 'node:timers/promises';
// @ts-expect-error: the example is plain JavaScript, which its users copy
import { followStream } from '#examples/follow-stream.mjs';
import type { FollowerRecord, LogEvent } from '../history.ts';
import type { Api } from './api.ts';

/** Before the first event of every log. */
const BEGINNING = '1970-01-01T00:00:00.000Z';
const PING_MS = 2500;
const WAIT_MS = 5000;
const HISTORY_PAUSE_MS = 1500;
const HISTORY_LIMIT = 100;

type SeenEvent = Pick<LogEvent, 'id' | 'created_at'>;

export interface FollowerProps {
  readonly api: Api;
  readonly organization: number;
  readonly key: string;
  readonly signal: AbortSignal;
}

export interface Follower {
  record(): FollowerRecord;
  readonly done: Promise<void>;
}

/** Follows one type of events as the contract describes: each wait begins after the last event that was seen. */
export function followByWait({ api, organization, key, signal }: FollowerProps, type: string): Follower {
  const events: SeenEvent[] = [];
  const problems: string[] = [];
  const run = async () => {
    let since = BEGINNING;
    while (!signal.aborted) {
      const path = `/v1/events/wait?type=${type}&since=${since}&timeout_ms=${WAIT_MS}`;
      const { event } = await api.get<{ event: LogEvent | null }>(key, path);
      if (event === null) continue;
      events.push(event);
      since = event.created_at;
    }
  };
  const name = `a wait for ${type} in organization ${organization}`;
  return { record: () => ({ name, kind: 'wait', organization, type, events, problems }), done: noting(problems, run) };
}

/** Follows a log over a WebSocket, with the client of the examples. */
export function followByStream(
  { api, organization, key, signal }: FollowerProps,
  { identityId }: { identityId?: string } = {},
): Follower {
  const events: SeenEvent[] = [];
  const problems: string[] = [];
  const run = async () => {
    const followed = followStream({
      url: api.url,
      key,
      signal,
      since: BEGINNING,
      pingMs: PING_MS,
      ...(identityId !== undefined && { identityId }),
    });
    for await (const event of followed as AsyncIterable<SeenEvent>) events.push(event);
  };
  const name = `a stream of ${identityId ?? 'all events'} in organization ${organization}`;
  return {
    record: () => ({
      name,
      kind: 'stream',
      organization,
      ...(identityId !== undefined && { identityId }),
      events,
      problems,
    }),
    done: noting(problems, run),
  };
}

/**
 * Reads the newest page of the history again and again. A page must not have an event in its midst that an earlier one
 * lacked.
 */
export function followHistory({ api, organization, key, signal }: FollowerProps): Follower {
  const seen = new Map<string, SeenEvent>();
  const problems: string[] = [];
  const run = async () => {
    let newest = '';
    let oldest = '';
    while (!signal.aborted) {
      const { events } = await api.get<{ events: LogEvent[] }>(key, `/v1/events?limit=${HISTORY_LIMIT}`);
      for (const { id, created_at } of events) {
        if (!seen.has(id) && created_at <= newest && created_at >= oldest) {
          problems.push(`${id} of ${created_at} appeared after an event of ${newest} had been read`);
        }
      }
      for (const { id, created_at } of events) seen.set(id, { id, created_at });
      // What is older than the first page was not read, unless a page overlaps with the one before.
      const last = events.at(-1)?.created_at ?? '';
      if (events.length < HISTORY_LIMIT) oldest = BEGINNING;
      else if (last > newest) oldest = last;
      newest = events[0]?.created_at ?? newest;
      await sleep(HISTORY_PAUSE_MS);
    }
  };
  const name = `the history of organization ${organization}`;
  const inOrder = () => [...seen.values()].sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
  return {
    record: () => ({ name, kind: 'history', organization, events: inOrder(), problems }),
    done: noting(problems, run),
  };
}

async function noting(problems: string[], run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    problems.push(String(error));
  }
}
