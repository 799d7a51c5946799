/**
 * What a token that acts for an agent may be limited to. A scope names a part of the API; the operations that it
 * reaches are in the route table.
 *
 * See: RFC 6749, section 3.3.
 */
export const SCOPES = ['mail.read', 'mail.send', 'tasks', 'events', 'contacts', 'vault', 'identity'] as const;

export type Scope = (typeof SCOPES)[number];
