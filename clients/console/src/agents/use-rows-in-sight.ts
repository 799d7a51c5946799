import { useEffect, useRef, useState } from 'preact/hooks';

/**
 * The rows of a list as they were when it was hidden, until it is shown again and the page has restored its place. What
 * has arrived meanwhile is then added as to a list in sight, so that the place is not lost.
 */
export function useRowsInSight<T>(rows: readonly T[], isHidden: boolean): readonly T[] {
  const [isFrozen, setFrozen] = useState(isHidden);
  const kept = useRef(rows);
  if (!isHidden && !isFrozen) kept.current = rows;
  useEffect(() => {
    if (isHidden) {
      setFrozen(true);
      return;
    }
    // The page restores its place in the next frame.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setFrozen(false));
    });
    return () => cancelAnimationFrame(frame);
  }, [isHidden]);
  return isHidden || (isFrozen && kept.current.length > 0) ? kept.current : rows;
}
