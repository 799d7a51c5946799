import { invalid } from '../../../shared/domain/errors.ts';
import { receiverUrlProblem } from '../../../shared/domain/url-safety.ts';
import type { Settings } from '../../../shared/runtime/pipeline/operation.ts';

/** Refuses a URL that no delivery may go to. */
export function requireReceiverUrl(url: string, settings: Settings): void {
  const problem = receiverUrlProblem(url, { allowLoopback: settings.allowLoopbackReceivers });
  if (problem !== undefined) throw invalid('url', problem);
}
