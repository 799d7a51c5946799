/**
 * The stateful resources that this code adds to those of the last release, by stack and logical id, and why a rollback
 * to that release and the next upgrade lose nothing that counts: the rollback deletes them or leaves them, and the
 * upgrade creates them again. An entry is removed when a release has the resource.
 *
 * See: docs/releasing.md#what-a-change-may-add.
 */
export const ADDED_RESOURCES: Readonly<Record<string, string>> = {};
