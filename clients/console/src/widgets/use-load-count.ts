import { useEffect, useRef } from 'preact/hooks';

/** How many times something was loaded: `state` is another object after each load. `on`: for what it is counted. */
export function useLoadCount(state: unknown, on = ''): number {
  const count = useRef(0);
  useEffect(() => {
    count.current = 0;
  }, [on]);
  useEffect(() => {
    count.current += 1;
  }, [state]);
  return count.current;
}
