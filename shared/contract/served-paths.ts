import type { Route, ServedMethod } from './route.ts';

/** The methods with which a route's path reaches its function. */
export function methodsOf({ method, refusedMethods = [], webPages, isFrontDoor }: Route): ServedMethod[] {
  return [
    method,
    ...refusedMethods,
    ...(webPages === true ? (['OPTIONS'] as const) : []),
    ...(isFrontDoor === true ? (['HEAD'] as const) : []),
  ];
}

/**
 * The paths with which a route reaches its function. Protocol clients append paths to the URL of a card, and some of
 * them end with a slash.
 */
export function pathsOf({ path, protocol, isFrontDoor }: Route): string[] {
  const hasSlash = (protocol !== undefined || isFrontDoor === true) && path !== '/';
  return hasSlash ? [path, `${path}/`] : [path];
}
