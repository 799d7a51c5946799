import type { Auth, Budget, Route } from './route.ts';
import { ROUTES } from './table.ts';

/** The cells of the matrix for each kind of key. */
const CALLERS: Record<Auth, { org: string; agent: string; none: string }> = {
  none: { org: 'yes', agent: 'yes', none: 'yes' },
  org: { org: 'yes', agent: '403', none: '401' },
  agent: { org: '403', agent: 'yes', none: '401' },
  'any-key': { org: 'yes', agent: 'yes', none: '401' },
  owner: { org: 'yes', agent: 'its own', none: '401' },
};

const BUDGETS: Record<Budget, string> = { address: 'address', organization: 'organization', none: '–' };

/** The key of a suspended agent is refused unless the route allows it. */
function suspended(route: Route): string {
  if (route.auth === 'none') return 'yes';
  return route.allowSuspended === true ? 'yes' : '403';
}

/** The permission matrix as a Markdown table, one row per operation. Generated into `docs/permissions.md`. */
export function permissionMatrix(routes: readonly Route[] = ROUTES): string {
  const header = [
    'Operation',
    'Method',
    'Path',
    'Org key',
    'Agent key',
    'Suspended agent',
    'No key',
    'Budget',
    'Idempotency key',
  ];
  const rows = routes.map((route) => {
    const callers = CALLERS[route.auth];
    return [
      `\`${route.name}\``,
      route.method,
      `\`${route.path}\``,
      callers.org,
      callers.agent,
      suspended(route),
      callers.none,
      BUDGETS[route.budget],
      route.idempotent ? 'yes' : '–',
    ];
  });
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
