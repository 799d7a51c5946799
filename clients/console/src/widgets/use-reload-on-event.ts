import { useEffect } from 'preact/hooks';
import type { Event } from '../../../typescript/src/index.ts';
import { arrived } from '../shell/live-events.ts';

/** Reads something again whenever an event arrives that concerns it. */
export function useReloadOnEvent({ reload }: { reload(): void }, concerns: (event: Event) => boolean): void {
  const newest = arrived.value.find(concerns)?.id;
  useEffect(() => {
    if (newest !== undefined) reload();
  }, [newest]);
}
