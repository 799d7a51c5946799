/**
 * Follows the event log over a WebSocket. It reconnects, keeps the connection alive, notices a lost message and has it
 * sent again: every event that matches arrives once and in order. Node 22 or later, no packages.
 *
 *   AID_URL=http://127.0.0.1:8787 AID_KEY=aid_org_… node examples/follow-stream.mjs mail.received a2a.task.created
 *
 * To continue where an earlier run stopped, store the `created_at` of the last event and pass it as `since`.
 */
import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const PING_MS = 8 * 60_000;
const MAX_PAUSE_MS = 30_000;

/**
 * Yields the events from `since` on, or from now on, until `signal` is aborted. Throws only when the API refuses the
 * key or the filter: everything else is a reason to connect again.
 */
export async function* followStream({ url, key, types, identityId, since, signal, pingMs = PING_MS, onOpen }) {
  if (typeof WebSocket === 'undefined') {
    throw new Error(`Node 22 or later is needed, for its WebSocket; this is Node ${process.versions.node}`);
  }
  const state = { url, key, last: since, signal, pingMs, onOpen };
  for (let failures = 0; !signal?.aborted; ) {
    let socket;
    try {
      socket = await connect(state, { types, identity_id: identityId });
    } catch (error) {
      if (error.isRefusal) throw error;
      failures += 1;
      await pause(Math.min(MAX_PAUSE_MS, 250 * 2 ** failures) * (0.5 + Math.random() / 2), signal);
      continue;
    }
    try {
      for await (const event of eventsOf(socket, state)) {
        failures = 0;
        yield event;
      }
    } catch (error) {
      // The log could not be read for an event that is too large for a message. The next connection brings it again.
      if (error.isRefusal) throw error;
    }
    failures += 1;
    await pause(Math.min(MAX_PAUSE_MS, 100 * 2 ** failures) * Math.random(), signal);
  }
}

/** Gets a ticket, which works once, and connects with it. */
async function connect(state, filter) {
  const opened = await call(state, 'POST', '/v1/events/streams', { ...filter, since: state.last });
  const socket = new WebSocket(opened.connect_url);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('close', () => reject(new Error('the connection was refused')), { once: true });
  });
  state.onOpen?.(socket, opened);
  return socket;
}

/** Yields the events of one connection, until it is closed. */
async function* eventsOf(socket, state) {
  const arrived = [];
  let wake = () => {};
  const push = (message) => {
    arrived.push(message);
    wake();
  };
  socket.addEventListener('message', ({ data }) => push(JSON.parse(data)));
  socket.addEventListener('close', () => push(undefined));
  const close = () => socket.close();
  state.signal?.addEventListener('abort', close);
  // API Gateway closes a connection on which nothing happens for ten minutes. The answer also shows a lost message.
  const pings = setInterval(() => send(socket, { type: 'ping' }), state.pingMs);
  try {
    for (;;) {
      while (arrived.length === 0) await new Promise((resolve) => (wake = resolve));
      const message = arrived.shift();
      if (message === undefined) return;
      const event = await eventIn(message, socket, state);
      if (event !== undefined) yield event;
    }
  } finally {
    clearInterval(pings);
    state.signal?.removeEventListener('abort', close);
    socket.close();
  }
}

/** The event that a message brings, if it is the next one. Cursors are timestamps of one form, so they sort as text. */
async function eventIn(message, socket, state) {
  const { type, after, cursor } = message;
  if (type === 'ready') {
    state.last ??= cursor;
    state.resumedAt = undefined;
  }
  if (type === 'pong' && cursor > state.last) resume(socket, state);
  if (type !== 'event' && type !== 'pointer') return undefined;
  // The service has gone back, as it was asked to: a gap is a new one.
  if (cursor <= state.received) state.resumedAt = undefined;
  state.received = cursor;
  if (cursor <= state.last) return undefined;
  if (after > state.last) {
    if (state.resumedAt !== state.last) resume(socket, state);
    return undefined;
  }
  const event = type === 'event' ? message.event : await readEvent(state, message);
  state.last = cursor;
  return event;
}

/** Has the service send again what came after the last event. Once for each gap, and again if a pong still shows it. */
function resume(socket, state) {
  state.resumedAt = state.last;
  send(socket, { type: 'resume', since: state.last });
}

/** An event that is too large for a message is read from the log. */
async function readEvent(state, { cursor, event_id }) {
  const before = new Date(Date.parse(cursor) + 1).toISOString();
  const { events } = await call(state, 'GET', `/v1/events?limit=1&before=${before}`);
  if (events[0]?.id !== event_id) throw new Error(`the log has no event ${event_id}`);
  return events[0];
}

async function call({ url, key, signal }, method, path, body) {
  const response = await fetch(url + path, {
    method,
    signal,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  const reply = await response.json();
  if (response.ok) return reply;
  const { code, message, retryable } = reply.error;
  throw Object.assign(new Error(`${code}: ${message}`), { isRefusal: !retryable });
}

function send(socket, message) {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function pause(ms, signal) {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}

/** `import.meta.main` is not there before Node 24. */
if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  const { AID_URL: url = 'http://127.0.0.1:8787', AID_KEY: key } = process.env;
  const types = process.argv.length > 2 ? process.argv.slice(2) : undefined;
  try {
    if (key === undefined) throw new Error('AID_KEY: expected an API key');
    for await (const event of followStream({ url, key, types })) console.log(event.created_at, event.type, event.id);
  } catch (error) {
    console.error(`follow-stream: ${error.message}`);
    process.exitCode = 1;
  }
}
