import { invalid } from '../../../shared/domain/errors.ts';
import { calledUrl, receiverUrlProblem } from '../../../shared/domain/url-safety.ts';
import type { Settings } from '../../../shared/runtime/pipeline/context.ts';

/** A receiver's URL as it is stored and called. Refuses one that no delivery may go to. */
export function receiverUrl(given: string, settings: Settings): string {
  const problem = receiverUrlProblem(given, { allowLoopback: settings.allowLoopbackReceivers });
  if (problem !== undefined) throw invalid('url', problem);
  return calledUrl(given);
}
