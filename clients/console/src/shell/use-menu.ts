import { useLayoutEffect, useRef } from 'preact/hooks';
import { route } from './route.ts';

/** The ref of a popover that closes where another place is opened. Escape and a click elsewhere are the browser's. */
export function useMenu<T extends HTMLElement>() {
  const menu = useRef<T>(null);
  useLayoutEffect(() => {
    if (menu.current?.matches(':popover-open')) menu.current.hidePopover();
  }, [route.value]);
  return menu;
}
