import { signal } from '@preact/signals';
import { fragmentOf, type Route, routeOf } from './route-text.ts';

/** Where the console is. */
export const route = signal<Route>(routeOf(location.hash));

/** Keeps the place in step with the address. */
export function followLocation(): void {
  addEventListener('hashchange', () => {
    route.value = routeOf(location.hash);
  });
}

/** The address of a place in the present organization. */
export function href(path: readonly string[], query?: Readonly<Record<string, string | undefined>>): string {
  return fragmentOf(route.value.slug, path, query);
}

/** The present place with other filters. */
export function hrefWith(changes: Readonly<Record<string, string | undefined>>): string {
  return href(route.value.path, { ...Object.fromEntries(route.value.query), ...changes });
}

export function goTo(address: string): void {
  location.hash = address;
}

/** Replaces the present place with another one, so that going back skips it. */
export function replaceWith(address: string): void {
  location.replace(address);
}

/** Goes to the organization after a login: to the place in it that the address names, or else to its log. */
export function enter(slug: string): void {
  if (route.value.slug !== slug) goTo(fragmentOf(slug, ['log']));
}
