import { NOT_AUDITED } from '#shared/contract/not-audited.ts';
import { SERVED_ROUTES } from '#shared/contract/table.ts';

/** The table of audited operations, in the order of the documentation: what each changes, and the fields shown. */
export function auditedTable(): string {
  const rows = SERVED_ROUTES.flatMap(({ name, method, path, audited }) => {
    if (audited === undefined) return [];
    const { target, action = name, fields = [] } = audited;
    const shown = fields.length === 0 ? '–' : fields.map((field) => `\`${field}\``).join(', ');
    return [`| \`${action}\` | \`${method} ${path}\` | \`${target}\` | ${shown} |`];
  });
  return ['| Action | Operation | Target | Fields before and after |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

/** The table of the operations that change something and are not audited, by the reason why. */
export function notAuditedTable(): string {
  const byReason = Map.groupBy(Object.entries(NOT_AUDITED), ([, reason]) => reason);
  const rows = [...byReason].map(
    ([reason, operations]) => `| ${operations.map(([name]) => `\`${name}\``).join(', ')} | ${reason} |`,
  );
  return ['| Operations | Why not |', '| --- | --- |', ...rows].join('\n');
}
