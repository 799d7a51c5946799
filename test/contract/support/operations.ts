import { type OperationName, routeOf } from '#testing/operations.ts';
import { EXAMPLES, OPERATION_NAMES } from './example-requests.ts';

/** Operations of the service's own format. Those of a protocol ignore unknown fields and have its format of errors. */
export const OURS = OPERATION_NAMES.filter((name) => routeOf(name).protocol === undefined);

/** Operations that need a key. */
export const GUARDED = OPERATION_NAMES.filter((name) => routeOf(name).auth !== 'none');

/** Operations that agents may call about resources of their own. */
export const FOR_AGENTS = GUARDED.filter((name) => routeOf(name).auth !== 'org');

/** Each parameter of a path that names a resource. */
export const PATH_IDS = OURS.flatMap((name) =>
  Object.entries(EXAMPLES[name].kinds ?? {}).map(([param, kind]) => ({ name, param, kind })),
).map((place, index) => ({ ...place, index }));

/** The first operation of each group, for what is decided before any route matters. */
export function firstOfGroups(names: readonly OperationName[]): OperationName[] {
  const groupOf = (name: OperationName) => routeOf(name).group;
  return names.filter((name, index) => names.findIndex((one) => groupOf(one) === groupOf(name)) === index);
}
