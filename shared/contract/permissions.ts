import { includesRole, ROLE_OF_KEYS } from '#shared/domain/organization/role.ts';
import { OPERATION_SCOPES } from './operation-scopes.ts';
import { roleOf } from './role-of.ts';
import type { Auth, Budget, Route, RowRule } from './route.ts';
import { type OperationName, ROUTES } from './table.ts';

/** The cells of the matrix for each kind of key. */
const CALLERS: Record<Auth, { org: string; agent: string; none: string }> = {
  none: { org: 'yes', agent: 'yes', none: 'yes' },
  org: { org: 'yes', agent: '403', none: '401' },
  agent: { org: '403', agent: 'yes', none: '401' },
  'any-key': { org: 'yes', agent: 'yes', none: '401' },
  'resource-agent': { org: 'yes', agent: 'its own', none: '401' },
};

const BUDGETS: Record<Budget, string> = { address: 'address', organization: 'organization', none: '–' };

/** The rules that depend on a stored row, as the page words them. */
const ROW_RULES: Record<RowRule, string> = {
  'login-token': 'The credential must be the token of a person who has logged in. An org key gets 403.',
  'owner-member': 'Only an owner may add, change or remove a member with the role owner. Others get 403.',
  'keypair-proof':
    'An agent with a keypair must prove that it holds the private key, or gets 403 `vault.proof_invalid`.',
  'invitation-party':
    'Each step is reserved for the sender or the receiver of the invitation. The other party gets 403.',
  'task-role': 'Each step is reserved for the caller or the worker of the task. The other agent gets 403.',
  'secret-agent': "An org key that names an agent other than the secret's gets 403.",
  'redemption-record': 'A refused redemption is recorded too.',
};

/** One column of the matrix: its title, and the cell of a route. */
type Column = readonly [title: string, cell: (route: Route) => string];

const COLUMNS: readonly Column[] = [
  ['Operation', ({ name }) => code(name)],
  ['Method', ({ method }) => method],
  ['Path', ({ path }) => code(path)],
  ['Org key', orgCell],
  ['Role', roleCell],
  ['Agent key', agentCell],
  ['Scopes', scopesCell],
  ['Another agent’s', foreignCell],
  ['Suspended agent', suspendedCell],
  ['No key', ({ auth }) => CALLERS[auth].none],
  ['Org key only', ({ orgOnly = [] }) => listOf(orgOnly.map(code))],
  ['Rules', ({ rowRules = [] }) => listOf(rowRules.map((rule) => `[${rule}](#${rule})`))],
  ['Budget', ({ budget }) => BUDGETS[budget]],
  ['Idempotency key', ({ idempotent }) => (idempotent ? 'yes' : '–')],
];

/** The permission matrix as a Markdown table, one row per operation. Generated into `docs/permissions.md`. */
export function permissionMatrix(routes: readonly Route[] = ROUTES): string {
  const rows = routes.map((route) => COLUMNS.map(([, cell]) => cell(route)));
  const header = COLUMNS.map(([title]) => title);
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The rules that the matrix names, each under its heading. */
export function rowRules(): string {
  return Object.entries(ROW_RULES)
    .map(([rule, text]) => `### ${rule}\n\n${text}`)
    .join('\n\n');
}

/** An org key counts as an admin, so it is refused where only an owner may act. */
function orgCell(route: Route): string {
  const isOwners = route.auth !== 'none' && !includesRole(ROLE_OF_KEYS, roleOf(route));
  return isOwners ? '403' : CALLERS[route.auth].org;
}

/** The least role of a person. An org key counts as an admin. */
function roleCell(route: Route): string {
  return route.auth === 'none' || route.auth === 'agent' ? '–' : roleOf(route);
}

function agentCell({ auth, resources = [] }: Route): string {
  const { agent } = CALLERS[auth];
  return agent === 'its own' && resources.some(({ shared }) => shared) ? 'its own and shared ones' : agent;
}

/** What a credential with scopes needs. One without the scopes gets 403, as every one does where no scope is enough. */
function scopesCell({ name, auth }: Route): string {
  if (auth === 'none') return '–';
  const needed = OPERATION_SCOPES[name as OperationName];
  if (needed === undefined) return '403';
  if (needed === 'of-events') return '[of the events](contract/scopes.md#events)';
  return needed.length === 0 ? 'any' : listOf(needed.map(code));
}

/** What an agent key gets for another agent's resource, by the name of the parameter with its id. */
function foreignCell({ resources = [] }: Route): string {
  return listOf(resources.map(({ named, foreign }) => `${code(named)}: ${foreign}`));
}

/** The key of a suspended agent is refused unless the route allows it. */
function suspendedCell({ auth, allowSuspended }: Route): string {
  return auth === 'none' || allowSuspended === true ? 'yes' : '403';
}

function code(text: string): string {
  return `\`${text}\``;
}

function listOf(texts: readonly string[]): string {
  return texts.length === 0 ? '–' : texts.join(', ');
}
