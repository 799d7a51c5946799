import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { modalDialog } from '../widgets/dialog.tsx';
import { AREAS } from './navigation.ts';
import { goTo, href } from './route.ts';

/** The dialog that is open. */
export const openDialog = signal<'palette' | 'shortcuts' | undefined>(undefined);

export const openPalette = () => {
  openDialog.value = 'palette';
};
export const openShortcuts = () => {
  openDialog.value = 'shortcuts';
};
export const closeDialog = () => {
  openDialog.value = undefined;
};

/** What each key does, as the list of shortcuts shows it. */
export const SHORTCUTS: readonly (readonly [keys: string, what: string])[] = [
  ['?', 'Show this list'],
  ['Ctrl K', 'Go to any page, agent or ID, or find words'],
  ['/', 'Go to the filter of the page'],
  ['j, k', 'Move to the next or previous row of a list'],
  ['Enter', 'Open the row, or its first link'],
  ['n, p', 'Open the next or previous message'],
  ['x', 'Select the message of the row, with Shift a range'],
  ['Escape', 'Close the dialog, or clear the selection'],
  ...AREAS.map(({ key, title }) => [`g ${key}`, `Go to ${title}`] as const),
];

/** How long after `g` the key of an area is accepted. */
const SEQUENCE_MS = 1500;

/** Listens for the shortcuts on all pages. Ignores keys that are typed into a field or while a dialog is open. */
export function useShortcuts(): void {
  // A key may be pressed before the next frame.
  useLayoutEffect(() => {
    let goAt = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        // In a dialog too, it is not the shortcut of the browser.
        event.preventDefault();
        if (modalDialog() === undefined) openPalette();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
      const area = event.timeStamp - goAt < SEQUENCE_MS ? AREAS.find(({ key }) => key === event.key) : undefined;
      goAt = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (area !== undefined) goTo(href([area.path]));
      else if (event.key === '?') openShortcuts();
      else if (event.key === 'j' || event.key === 'k') moveFocus(event.key === 'j' ? 1 : -1);
      else if (event.key === '/') focusFilter(event);
      else if (event.key === 'Enter') openRow(event);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

/** Whether a key is typed into a field or goes to a dialog, which may just have closed, and so is no shortcut. */
export function isTaken({ target, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || modalDialog() !== undefined) return true;
  return target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), select, textarea');
}

/** Moves the focus along the rows of the lists of the page. */
function moveFocus(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')];
  // The box by which a row is selected is not in the row, which is a link.
  const at = rows.findIndex((row) => (row.closest('li') ?? row).contains(document.activeElement));
  const next = at === -1 ? (by === 1 ? 0 : rows.length - 1) : Math.min(Math.max(at + by, 0), rows.length - 1);
  rows[next]?.focus();
}

/** A list row is itself a link, which Enter opens. A table row contains links. */
function openRow({ target }: KeyboardEvent): void {
  if (target instanceof HTMLTableRowElement) target.querySelector<HTMLElement>('a[href]')?.click();
}

function focusFilter(event: KeyboardEvent): void {
  const filter = document.querySelector<HTMLElement>('main form.filters input, main form.filters select');
  if (filter === null) return;
  event.preventDefault();
  filter.focus();
}
