import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Message } from '../../../typescript/src/index.ts';
import type { Selection } from './use-selection.ts';

/**
 * Where the last selected row is gone, its bar is gone too, and with it the focus: the row that is now in the place of
 * the first selected one gets it.
 */
export function useFocusAfterSelection(
  pane: RefObject<HTMLElement | null>,
  rows: readonly Message[],
  selection: Selection,
): void {
  const firstAt = useRef(-1);
  const [first] = selection.rows;
  useLayoutEffect(() => {
    const at = firstAt.current;
    firstAt.current = first === undefined ? -1 : rows.indexOf(first);
    if (at === -1 || first !== undefined || document.activeElement !== document.body) return;
    const links = [...(pane.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    links[Math.min(at, links.length - 1)]?.focus({ preventScroll: true });
  }, [rows, first]);
}
