/** An area of the console, with the key that opens it after `g`. */
export interface Area {
  readonly path: string;
  readonly title: string;
  readonly key: string;
}

/** The areas, in the order of the navigation. */
export const AREAS: readonly Area[] = [
  { path: 'log', title: 'Log', key: 'l' },
  { path: 'agents', title: 'Agents', key: 'a' },
  { path: 'organization', title: 'Organization', key: 'o' },
];
