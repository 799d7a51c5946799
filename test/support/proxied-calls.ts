import type { Aid, ServedTunnel } from '#clients/typescript/src/index.ts';

/** Where followers begin. The only event of a proxied service is later. */
export const SINCE = '2026-01-01T00:00:00.000Z';

/** What a client gets of a proxied service by a request and by an event stream. */
export async function callAndFollow(aid: Aid): Promise<{ organization: string; event: string }> {
  const { org_name: organization } = await aid.me();
  for await (const { id } of aid.events.follow({ since: SINCE })) return { organization, event: id };
  throw new Error('the follower has ended');
}

/** Serves a tunnel of a proxied service, up to its first request. */
export async function serveOnce(aid: Aid): Promise<ServedTunnel> {
  const { promise: handled, resolve } = Promise.withResolvers<void>();
  const handler = () => {
    resolve();
    return new Response('hello');
  };
  const tunnel = await aid.tunnels.serve({ handler });
  await handled;
  return tunnel;
}
