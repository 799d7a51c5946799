import { useEffect, useRef } from 'preact/hooks';
import type { Event } from '../../../typescript/src/index.ts';
import { onArrival } from '../shell/arrival-listeners.ts';

/** Loads something again whenever an event arrives that concerns it. */
export function useReloadOnEvent({ reload }: { reload(): void }, concerns: (event: Event) => boolean): void {
  const latest = useRef({ reload, concerns });
  latest.current = { reload, concerns };
  useEffect(
    () =>
      onArrival((event) => {
        if (latest.current.concerns(event)) latest.current.reload();
      }),
    [],
  );
}
