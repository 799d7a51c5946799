/** How long an identity token is valid, in seconds. See: docs/contract/identity-tokens.md#tokens. */
export const MIN_TOKEN_SECONDS = 60;
export const MAX_TOKEN_SECONDS = 3600;
export const DEFAULT_TOKEN_SECONDS = 600;
