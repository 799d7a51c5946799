/** The filters of the audit, named as in the API and in the console's URL. */
export const AUDIT_FILTERS = ['actor', 'action', 'target'] as const;

export type AuditFilter = Partial<Record<(typeof AUDIT_FILTERS)[number], string>>;

/** The filters in a URL. */
export function auditFilterOf(query: URLSearchParams): AuditFilter {
  return Object.fromEntries(
    AUDIT_FILTERS.map((name) => [name, query.get(name)?.trim() ?? '']).filter(([, value]) => value !== ''),
  );
}
