import { useEffect, useRef } from 'preact/hooks';

/** Scrolls a row of links or tabs sideways until the current one is in sight. Returns the ref of the row. */
export function useCurrentInView<T extends HTMLElement>(current: unknown) {
  const row = useRef<T>(null);
  useEffect(() => {
    const item = row.current?.querySelector('[aria-current="page"], [aria-selected="true"]');
    if (row.current === null || !item) return;
    const visible = row.current.getBoundingClientRect();
    const { left, right } = item.getBoundingClientRect();
    if (left < visible.left || right > visible.right) {
      row.current.scrollLeft += (left + right - visible.left - visible.right) / 2;
    }
  }, [current]);
  return row;
}
