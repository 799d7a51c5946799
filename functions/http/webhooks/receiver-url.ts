import { invalid } from '#shared/domain/errors/errors.ts';
import { calledUrl, receiverUrlProblem } from '#shared/domain/http/url-safety.ts';
import type { Settings } from '#shared/runtime/pipeline/context.ts';

/** Returns a receiver's URL in the form in which it is stored and called. Throws if deliveries may not go to it. */
export function receiverUrl(url: string, settings: Settings): string {
  const problem = receiverUrlProblem(url, { allowLoopback: settings.allowLoopbackReceivers });
  if (problem !== undefined) throw invalid('url', problem);
  return calledUrl(url);
}
