const OPEN_WITHIN_MS = 15_000;
/** API Gateway closes a connection without messages after ten minutes; routers on the way forget it much sooner. */
const PING_AFTER_MS = 60_000;
const PONG_WITHIN_MS = 10_000;
/** Counted after the rest, so that a program that was busy for long first reads what has arrived meanwhile. */
const LAST_MS = 1_000;

/** Watches a connection that is being opened. */
export interface SilenceWatch {
  /** Pings. Something has to arrive soon. */
  ping(): void;
  /** A message has arrived, whatever it is. */
  heard(): void;
  stop(): void;
}

/**
 * Notices a connection that has died without a sign, as when a machine slept or a router forgot it: pings after a
 * silence, and reports the connection as lost if nothing arrives then. It does not wait for the network to take the
 * ping, which may never happen.
 *
 * See: docs/decisions/0053-loops-of-the-sdks.md#tunnelsserve.
 */
export function watchSilence(sendPing: () => void, lost: () => void): SilenceWatch {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  const after = (ms: number, action: () => void) => {
    stop();
    timer = setTimeout(action, ms);
  };
  const ping = () => {
    after(PONG_WITHIN_MS - LAST_MS, () => after(LAST_MS, lost));
    sendPing();
  };
  after(OPEN_WITHIN_MS, lost);
  return { ping, heard: () => after(PING_AFTER_MS, ping), stop };
}
