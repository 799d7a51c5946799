/** A page of the console. */
export interface Place {
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
}

const ID = /^([a-z]{3})_[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/**
 * The page of each kind of id. Emails and threads belong to an agent; without it, the log shows what happened to them.
 */
const PLACES: Readonly<Record<string, (id: string, identityId: string | undefined) => Place>> = {
  evt: (id) => ({ path: ['log', id] }),
  agt: (id) => ({ path: ['agents', id] }),
  msg: (id, of) =>
    of === undefined ? { path: ['log'], query: { aggregate_id: id } } : { path: ['agents', of, 'mail', id] },
  thr: (id, of) =>
    of === undefined ? { path: ['log'], query: { thread_id: id } } : { path: ['agents', of, 'threads', id] },
  tsk: (id) => ({ path: ['tasks', id] }),
  whk: (id) => ({ path: ['organization', 'endpoints', id] }),
  dlv: (id) => ({ path: ['organization', 'deliveries', id] }),
  key: () => ({ path: ['organization', 'keys'] }),
  dom: () => ({ path: ['organization', 'domains'] }),
  pac: () => ({ path: ['organization', 'accounts'] }),
  con: () => ({ path: ['contacts'] }),
  crl: () => ({ path: ['contacts', 'rules'] }),
  sec: () => ({ path: ['vault'] }),
  lse: (id) => ({ path: ['vault', id] }),
  tun: () => ({ path: ['tunnels'] }),
  org: () => ({ path: ['organization'] }),
};

/** The page of an id; `undefined` for a text that is no id, and for ids that have no page. */
export function placeOf(id: string, identityId?: string | null): Place | undefined {
  const [, kind = ''] = ID.exec(id) ?? [];
  return Object.hasOwn(PLACES, kind) ? PLACES[kind]?.(id, identityId ?? undefined) : undefined;
}

/**
 * The page of an id in a value. Emails and threads have one in the values of an agent's mail only: messages of tasks
 * have ids of the same form, and no page.
 */
export function placeWithin(id: string, mailOf: string | null): Place | undefined {
  return mailOf === null && /^(?:msg|thr)_/.test(id) ? undefined : placeOf(id, mailOf);
}
