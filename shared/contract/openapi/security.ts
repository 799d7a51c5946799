import type { Auth } from '../route.ts';

type Requirement = Record<string, string[]>;

/** Either kind of key: the default for an operation. */
export const DEFAULT_SECURITY: Requirement[] = [{ orgKey: [] }, { agentKey: [] }];

const SECURITY: Readonly<Record<Auth, Requirement[] | undefined>> = {
  none: [],
  org: [{ orgKey: [] }],
  agent: [{ agentKey: [] }],
  'any-key': undefined,
  'resource-agent': undefined,
};

/** The keys that may call an operation; undefined for the default. */
export function securityOf(auth: Auth): Requirement[] | undefined {
  return SECURITY[auth];
}

export const SECURITY_SCHEMES = {
  orgKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'aid_org_…',
    description: 'An org key or the token of a login: acts as the organization.',
  },
  agentKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'aid_agt_…',
    description: 'An agent key: acts as one agent.',
  },
} as const;
