import { useState } from 'preact/hooks';

export interface Action<A extends unknown[]> {
  readonly isRunning: boolean;
  readonly error: unknown;
  run(...args: A): void;
}

/** An action that a click starts: whether it is running, and why it failed. */
export function useAction<A extends unknown[]>(act: (...args: A) => Promise<unknown>): Action<A> {
  const [state, setState] = useState<{ isRunning: boolean; error?: unknown }>({ isRunning: false });
  return {
    ...state,
    error: state.error,
    run: (...args) => {
      setState({ isRunning: true });
      act(...args).then(
        () => setState({ isRunning: false }),
        (error: unknown) => setState({ isRunning: false, error }),
      );
    },
  };
}
