const OPEN_WITHIN_MS = 15_000;
/** API Gateway closes an idle connection after ten minutes; routers in between drop it much sooner. */
const PING_AFTER_MS = 60_000;
const PONG_WITHIN_MS = 10_000;
/**
 * Starts after the other timers, so that a program that was busy for a while first reads what has arrived meanwhile.
 */
const LAST_MS = 1_000;

/** Watches a connection that is being opened. */
export interface SilenceWatch {
  /** Sends a ping. Something must arrive soon. */
  ping(): void;
  /** Notes that a message has arrived. */
  heard(): void;
  stop(): void;
}

/**
 * Detects a connection that has died silently, as when a machine slept or a router dropped it: pings after a silence,
 * and reports the connection as lost if nothing arrives. It does not wait for the ping to be sent, which may never
 * happen.
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
