interface BatchResponse {
  readonly batchItemFailures?: readonly { readonly itemIdentifier?: string }[] | null;
}

/**
 * The items that a handler reports as failed. `all` when the response cannot be read: then the whole batch has failed.
 * An empty or absent list means success.
 *
 * Source: Lambda developer guide, Implementing partial batch responses (success and failure conditions).
 */
export function itemFailures(payload: string, known: ReadonlySet<string>): ReadonlySet<string> | 'all' {
  let response: BatchResponse | null;
  try {
    response = JSON.parse(payload) as BatchResponse | null;
  } catch {
    return 'all';
  }
  if (typeof response !== 'object' || response === null) return new Set();
  const { batchItemFailures } = response;
  if (batchItemFailures === undefined || batchItemFailures === null) return new Set();
  if (!Array.isArray(batchItemFailures)) return 'all';
  const failed = new Set<string>();
  for (const { itemIdentifier } of batchItemFailures) {
    if (typeof itemIdentifier !== 'string' || !known.has(itemIdentifier)) return 'all';
    failed.add(itemIdentifier);
  }
  return failed;
}
