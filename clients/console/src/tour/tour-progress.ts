import type { Identity, Webhook } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { type Loaded, useLoad } from '../widgets/use-load.ts';
import { useReloadOnEvent } from '../widgets/use-reload-on-event.ts';
import { type Conversation, conversationOf } from './conversation.ts';

/**
 * An organization's progress in the tour: what completes each step. It is derived from the organization's data alone.
 */
export interface TourProgress extends Conversation {
  readonly agent: Identity | undefined;
  readonly endpoint: Webhook | undefined;
}

/** The properties of a step. */
export interface StepProps {
  readonly progress: TourProgress;
  readonly onDone: () => void;
}

/** The steps in order. */
export const STEPS = ['agent', 'endpoint', 'received', 'answer'] as const;

/** How many events of each type to search. The tour is for an organization that has few. */
const LOOKED_AT = 50;

/** Loads the organization's progress, and reloads it with every new event. */
export function useTourProgress(): Loaded<TourProgress> {
  const progress = useLoad(readProgress, []);
  useReloadOnEvent(progress, () => true);
  return progress;
}

async function readProgress(signal: AbortSignal): Promise<TourProgress> {
  const { identities, webhooks, events } = aidOfSession();
  const options = { signal };
  const newest = (type: string) => events.list({ type, limit: LOOKED_AT }, options).firstPage();
  const [[agent], [endpoint], received, sent] = await Promise.all([
    identities.list({ limit: 1 }, options).firstPage(),
    webhooks.list({ limit: 1 }, options).firstPage(),
    newest('mail.received'),
    newest('mail.sent'),
  ]);
  return { agent, endpoint, ...conversationOf(received, sent) };
}
