import { useEffect } from 'preact/hooks';

const REFRESH_MS = 2_000;

interface Refreshed {
  /** Another object after each load, also after one that failed. */
  readonly state: unknown;
  reload(): void;
}

/** Loads something again a while after each load. */
export function useRefresh({ reload, state }: Refreshed, { isOn = true } = {}): void {
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(reload, REFRESH_MS);
    return () => clearTimeout(timer);
  }, [isOn, state]);
}
