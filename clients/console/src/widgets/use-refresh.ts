import { useEffect } from 'preact/hooks';

const REFRESH_MS = 2_000;

/** Reads something again a while after each reading: `read` is what the last one led to, a result or an error. */
export function useRefresh({ reload }: { reload(): void }, read: unknown, { isOn = true } = {}): void {
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(reload, REFRESH_MS);
    return () => clearTimeout(timer);
  }, [isOn, read]);
}
