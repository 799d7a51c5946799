/** A page of the console. */
export interface Place {
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
}

const ID = /^([a-z]{3})_[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** The page of each kind of id. Of most things the log shows what happened to them. */
const PLACES: Readonly<Record<string, (id: string) => Place>> = {
  evt: (id) => ({ path: ['log', id] }),
  msg: (id) => ({ path: ['log'], query: { aggregate_id: id } }),
  tsk: (id) => ({ path: ['log'], query: { aggregate_id: id } }),
  thr: (id) => ({ path: ['log'], query: { thread_id: id } }),
  agt: (id) => ({ path: ['log'], query: { identity_id: id } }),
};

/** The page of an id; `undefined` for a text that is no id, and for ids that have no page. */
export function placeOf(id: string): Place | undefined {
  const [, kind = ''] = ID.exec(id) ?? [];
  return Object.hasOwn(PLACES, kind) ? PLACES[kind]?.(id) : undefined;
}
