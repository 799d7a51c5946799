import { onTestFinished, vi } from 'vitest';

/**
 * Until the end of the test no time passes for what the service may spend, whatever else the machine does: a search on
 * files, an operation on tries while other writers change its rows, and a call until its response.
 */
export function stopClock(): void {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  const timeouts = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  onTestFinished(() => {
    clock.mockRestore();
    timeouts.mockRestore();
  });
}
