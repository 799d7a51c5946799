/** A page of the console. */
export interface Place {
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
}

const ID = /^([a-z]{3})_[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/**
 * The page for each kind of id. Emails and threads belong to an agent; if it is unknown, the log shows their events.
 */
const PLACES: Readonly<Record<string, (id: string, identityId: string | undefined) => Place>> = {
  evt: (id) => ({ path: ['log', id] }),
  agt: (id) => ({ path: ['agents', id] }),
  msg: (id, of) =>
    of === undefined ? { path: ['log'], query: { aggregate_id: id } } : { path: ['agents', of, 'mail', id] },
  thr: (id, of) =>
    of === undefined ? { path: ['log'], query: { thread_id: id } } : { path: ['agents', of, 'threads', id] },
  apr: (id) => ({ path: ['approvals', id] }),
  tsk: (id) => ({ path: ['tasks', id] }),
  whk: (id) => ({ path: ['organization', 'endpoints', id] }),
  dlv: (id) => ({ path: ['organization', 'deliveries', id] }),
  usr: () => ({ path: ['organization', 'members'] }),
  ses: () => ({ path: ['organization', 'sessions'] }),
  gra: () => ({ path: ['organization', 'connectors'] }),
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

/** The page of an id; `undefined` for text that is not an id, and for ids without a page. */
export function placeOf(id: string, identityId?: string | null): Place | undefined {
  const [, kind = ''] = ID.exec(id) ?? [];
  return Object.hasOwn(PLACES, kind) ? PLACES[kind]?.(id, identityId ?? undefined) : undefined;
}

/**
 * The page of an id in a JSON value. Message and thread ids have a page only in the values of an agent's mail, because
 * the messages of tasks have ids of the same form and no page.
 */
export function placeWithin(id: string, mailOf: string | null): Place | undefined {
  return mailOf === null && /^(?:msg|thr)_/.test(id) ? undefined : placeOf(id, mailOf);
}
