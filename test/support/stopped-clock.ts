import { onTestFinished, vi } from 'vitest';

/** Until the end of the test no time passes for what a search may spend on files, whatever else the machine does. */
export function stopClock(): void {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  const timeouts = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  onTestFinished(() => {
    clock.mockRestore();
    timeouts.mockRestore();
  });
}
