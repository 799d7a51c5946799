import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { presentEntry } from '../shell/history-entries.ts';

interface Row {
  readonly id: string;
}

/** A row at the upper edge of a list, and how far below the edge it is, in pixels. */
interface Place {
  readonly id: string;
  readonly offset: number;
}

/** What has arrived above the place of the reader of a list. */
interface KeptPlace {
  /** How many rows have come above what the person looks at, and were not in sight yet. */
  readonly newCount: number;
  /** Scrolls to the first row. */
  toTop(): void;
}

/** Where lists in a pane were left, by the entry of the browser's history. The page restores its own scrolling. */
const places = new Map<string, Place>();
const MAX_PLACES = 200;

/**
 * Keeps the place of a list: rows that come above do not move those that a person looks at. That includes the beginning
 * of the list while a message is open, or while the pointer or the focus is in the list; otherwise it shows there what
 * arrives. The row of the message that is open is scrolled into sight. The list may scroll in its pane or with the
 * page.
 */
export function useKeptPlace(
  pane: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  chosen: string | undefined,
): KeptPlace {
  const [newCount, setNewCount] = useState(0);
  const newest = useRef<string | undefined>(undefined);
  // Here the document still has the rows from before.
  const anchor = pane.current === null ? undefined : anchorOf(pane.current, chosen !== undefined);
  const before = anchor?.getBoundingClientRect().top ?? 0;

  useLayoutEffect(() => {
    const added = rows.findIndex(({ id }) => id === newest.current);
    const isFirst = newest.current === undefined;
    newest.current = rows[0]?.id;
    if (pane.current === null) return;
    if (isFirst) restore(pane.current);
    if (!anchor?.isConnected) return;
    const scroller = scrollerOf(pane.current);
    const by = anchor.getBoundingClientRect().top - before;
    if (by === 0) return;
    scroller.scrollTop += by;
    if (added > 0 && scroller.scrollTop > 0) setNewCount((count) => count + added);
  }, [rows]);

  useEffect(() => {
    const onScroll = () => {
      if (pane.current === null) return;
      if (scrollerOf(pane.current).scrollTop === 0) setNewCount(0);
      keep(pane.current);
    };
    // The scrolling of a pane does not bubble, but it is captured.
    addEventListener('scroll', onScroll, { passive: true, capture: true });
    return () => removeEventListener('scroll', onScroll, { capture: true });
  }, []);

  const isLoaded = rows.some(({ id }) => id === chosen);
  useEffect(() => {
    if (pane.current !== null) showChosen(pane.current);
  }, [chosen, isLoaded]);

  return { newCount, toTop: () => pane.current && scrollerOf(pane.current).scrollTo(0, 0) };
}

/** The element that scrolls the list: its pane, or the page. */
function scrollerOf(pane: HTMLElement): Element {
  const isOwn = getComputedStyle(pane).overflowY === 'auto';
  return isOwn ? pane : (document.scrollingElement ?? document.documentElement);
}

/** The first row in sight, unless it may move. */
function anchorOf(pane: HTMLElement, isReading: boolean): Element | undefined {
  const scroller = scrollerOf(pane);
  if (scroller.scrollTop === 0 && !isReading && !pane.matches(':hover, :focus-within')) return undefined;
  return firstInSight(pane, scroller);
}

function firstInSight(pane: HTMLElement, scroller: Element): HTMLElement | undefined {
  const top = scroller === pane ? pane.getBoundingClientRect().top : 0;
  const rows = [...pane.querySelectorAll<HTMLElement>('[data-id]')];
  return rows.find((row) => row.getBoundingClientRect().bottom > top);
}

function keep(pane: HTMLElement): void {
  if (scrollerOf(pane) !== pane) return;
  const row = firstInSight(pane, pane);
  const entry = presentEntry();
  places.delete(entry);
  if (pane.scrollTop === 0 || row?.dataset.id === undefined) return;
  places.set(entry, { id: row.dataset.id, offset: row.getBoundingClientRect().top - pane.getBoundingClientRect().top });
  for (const oldest of places.keys()) if (places.size > MAX_PLACES) places.delete(oldest);
}

function restore(pane: HTMLElement): void {
  const place = places.get(presentEntry());
  if (place === undefined || scrollerOf(pane) !== pane) return;
  const row = pane.querySelector(`[data-id="${CSS.escape(place.id)}"]`);
  if (row === null) return;
  pane.scrollTop += row.getBoundingClientRect().top - pane.getBoundingClientRect().top - place.offset;
}

/** Scrolls the pane, and not the page, to the row of the message that is open. */
function showChosen(pane: HTMLElement): void {
  const row = pane.querySelector('[aria-current]');
  if (row === null || scrollerOf(pane) !== pane) return;
  const [own, all] = [row.getBoundingClientRect(), pane.getBoundingClientRect()];
  if (own.top < all.top || own.bottom > all.bottom) pane.scrollTop += own.top - all.top - all.height / 3;
}
