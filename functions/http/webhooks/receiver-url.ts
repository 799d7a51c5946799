import { invalid } from '#shared/domain/errors/errors.ts';
import { ownUrlProblem } from '#shared/domain/http/own-address.ts';
import { calledUrl, receiverUrlProblem } from '#shared/domain/http/url-safety.ts';
import type { RequestContext } from '#shared/runtime/pipeline/context.ts';

/** Returns a receiver's URL in the form in which it is stored and called. Throws if deliveries may not go to it. */
export function receiverUrl(url: string, { settings, ownUrls }: Pick<RequestContext, 'settings' | 'ownUrls'>): string {
  const policy = { allowLoopback: settings.allowLoopbackReceivers };
  const problem = receiverUrlProblem(url, policy) ?? ownUrlProblem(url, ownUrls);
  if (problem !== undefined) throw invalid('url', problem);
  return calledUrl(url);
}
