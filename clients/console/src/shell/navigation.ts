import { isLocal } from './session.ts';

/** An area of the console, with the key that opens it after `g`. */
export interface Area {
  readonly path: string;
  readonly title: string;
  readonly key: string;
}

/** The areas, in the order of the sidebar. */
export const AREAS: readonly Area[] = [
  { path: 'search', title: 'Search', key: 's' },
  { path: 'log', title: 'Log', key: 'l' },
  { path: 'inbox', title: 'Inbox', key: 'i' },
  { path: 'approvals', title: 'Approvals', key: 'p' },
  { path: 'agents', title: 'Agents', key: 'a' },
  { path: 'tasks', title: 'Tasks', key: 't' },
  { path: 'contacts', title: 'Contacts', key: 'c' },
  { path: 'vault', title: 'Vault', key: 'v' },
  { path: 'tunnels', title: 'Tunnels', key: 'u' },
  { path: 'organization', title: 'Organization', key: 'o' },
  ...(isLocal ? [{ path: 'machine', title: 'This machine', key: 'm' }] : []),
];
