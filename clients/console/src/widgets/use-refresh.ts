import { useEffect } from 'preact/hooks';

const REFRESH_MS = 2_000;

interface Refreshed {
  /** Another object after each load, also after one that failed. */
  readonly state: unknown;
  reload(): void;
}

interface When {
  readonly isOn?: boolean;
  readonly afterMs?: number | undefined;
}

/** Loads something again a while after each load. While the page is hidden it loads nothing. */
export function useRefresh({ reload, state }: Refreshed, { isOn = true, afterMs = REFRESH_MS }: When = {}): void {
  useEffect(() => {
    if (!isOn) return;
    let isDue = false;
    const reloadIfSeen = () => {
      if (!isDue || document.visibilityState === 'hidden') return;
      isDue = false;
      reload();
    };
    const timer = setTimeout(() => {
      isDue = true;
      reloadIfSeen();
    }, afterMs);
    document.addEventListener('visibilitychange', reloadIfSeen);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', reloadIfSeen);
    };
  }, [isOn, state]);
}
