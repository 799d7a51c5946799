/**
 * Response headers that act on the whole origin or host of a page, and not only on the response that carries them. On a
 * host that tunnels share, one tunnel would act on all others with them.
 *
 * Headers about the one response or document pass: caching, CORS, content security, framing, redirects and `Refresh`.
 */
const ACT_ON_ORIGIN = new Set([
  // Lets a service worker control paths above its own script. Source: W3C, Service Workers.
  'service-worker-allowed',
  // Deletes cookies, storage and caches of the origin. Source: W3C, Clear Site Data.
  'clear-site-data',
  // Hold for the host: encryption, its certificates, and where else it is served. See: RFC 6797, RFC 7469, RFC 9163,
  // RFC 7838.
  'strict-transport-security',
  'public-key-pins',
  'public-key-pins-report-only',
  'expect-ct',
  'alt-svc',
  // Have the browser report the requests of all pages of the origin. Source: W3C, Network Error
  // Logging, and Reporting API.
  'nel',
  'report-to',
  // What the browser sends with every later request to the origin. See: RFC 8942.
  'accept-ch',
  'accept-ch-lifetime',
  'critical-ch',
  // The first page of the origin decides for the later ones. See: HTML Living Standard.
  'origin-agent-cluster',
  // State of the origin: whether a person is logged in, sessions that the browser refreshes, shared storage.
  'set-login',
  'sec-session-registration',
  'secure-session-registration',
  'shared-storage-write',
  // A dictionary for later responses of any path of the origin. See: RFC 9842.
  'use-as-dictionary',
]);

/** Whether a response header acts on the whole origin. `name` in lower case. */
export function actsOnOrigin(name: string): boolean {
  return ACT_ON_ORIGIN.has(name);
}
