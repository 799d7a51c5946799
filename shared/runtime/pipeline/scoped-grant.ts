import type { Scope } from '#shared/domain/issuer/scopes.ts';

/** What a credential with scopes resolves to. */
export interface ScopedGrant {
  readonly keyId: string;
  readonly organizationId: string;
  readonly organizationName: string;
  readonly organizationSlug: string;
  readonly identityId: string;
  readonly scopes: readonly Scope[];
  /** The generation of its agent's credentials in which it was made: a suspension of the agent ends them for good. */
  readonly tokenGeneration: number;
  /** The addresses and domains that it may write to; absent for anyone. */
  readonly recipients?: readonly string[];
  /** All agents that the credential may act for, if it is an access token. `identityId` is one of them. */
  readonly agents?: readonly string[];
  /** Reads whether what it follows from still exists, at the same time as the agent is read. */
  readonly stillHolds?: () => Promise<boolean>;
}

/** Where a credential is presented. */
export interface Presented {
  /** Epoch milliseconds. */
  readonly now: number;
  /** The address of the resource, if it accepts access tokens of the OAuth authorization server. */
  readonly resource?: string | undefined;
  /** Whether it is an operation of the API, which the tools of the MCP server call with tokens of their own. */
  readonly isOperation?: boolean | undefined;
}
