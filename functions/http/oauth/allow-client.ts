import { type ConsentSession, endConsentSession } from '#shared/data/entities/oauth/consent-session.ts';
import { updateClientUsed } from '#shared/data/entities/oauth/oauth-client.ts';
import { insertCode } from '#shared/data/entities/oauth/oauth-token.ts';
import { findIdentities } from '#shared/data/entities/organization/identity.ts';
import { isId } from '#shared/domain/ids/ids.ts';
import { isDocumentId } from '#shared/domain/oauth/oauth-client.ts';
import { readRecipients } from '#shared/domain/oauth/recipients.ts';
import { withResponse } from '#shared/domain/oauth/redirect-uri.ts';
import type { RequestParameters } from '#shared/domain/oauth/request-parameters.ts';
import { generateApiKey, hashApiKey } from '#shared/domain/organization/api-key.ts';
import type { RequestContext } from '#shared/runtime/pipeline/context.ts';
import { write } from '#shared/runtime/pipeline/operation.ts';
import { consentReply } from './consent-reply.ts';
import { redirect } from './page-endpoint.ts';
import { setCookie } from './page-session.ts';
import type { Choices } from './pages/consent-page.ts';
import type { Authorization } from './read-authorization.ts';

/** How many agents a client may act for by one grant. */
const MAX_GRANT_AGENTS = 25;

interface Decision {
  readonly authorization: Authorization;
  readonly cookie: string;
  readonly session: ConsentSession;
  readonly form: RequestParameters;
}

/**
 * Allows a client what a person has chosen: the client gets a code for it. What the client did not ask for, and agents
 * of other organizations, cannot be chosen.
 *
 * See: docs/contract/oauth.md#consent; RFC 6749, section 4.1.2; RFC 9207.
 */
export async function allowClient(context: RequestContext, { authorization, cookie, session, form }: Decision) {
  const { now, baseUrl } = context;
  const choices = choicesIn(form);
  const again = (problem: string) => consentReply(context, { authorization, cookie, session, choices, problem });
  const agents = await chosenAgents(context, session, choices.agents);
  if (agents.length === 0) return again('Choose at least one agent.');
  if (agents.length > MAX_GRANT_AGENTS) return again(`Choose at most ${MAX_GRANT_AGENTS} agents.`);
  const scopes = authorization.scopes.filter((scope) => choices.scopes.includes(scope));
  if (scopes.length === 0) return again('Choose at least one thing that it may do.');
  const read = scopes.includes('mail.send') ? readRecipients(choices.recipients) : { recipients: null };
  if ('wrong' in read) {
    return again(`Not an address or a domain, or too many of them: ${read.wrong.slice(0, 3).join(', ')}`);
  }
  const { client, shown, redirectUri, state, codeChallenge, resource } = authorization;
  const code = generateApiKey('oac');
  return write((tx) => {
    tx.put(
      insertCode({
        hash: hashApiKey(code),
        organizationId: session.organizationId,
        organizationName: session.organizationName,
        organizationSlug: session.organizationSlug,
        memberId: session.userId,
        clientId: client.id,
        clientName: client.name,
        clientHost: shown.host,
        redirectUri,
        codeChallenge,
        resource,
        agents,
        scopes,
        recipients: read.recipients === null ? null : [...read.recipients],
        createdAt: now,
      }),
      endConsentSession(session.hash),
      ...(isDocumentId(client.id) ? [] : [updateClientUsed(client.id, now)]),
    );
    tx.audit({
      organizationId: session.organizationId,
      actor: { type: 'user', id: session.userId, label: session.email },
      targetId: client.id,
      after: {
        client_name: client.name,
        client_host: shown.host,
        agents,
        scopes,
        recipients: read.recipients === null ? null : [...read.recipients],
      },
    });
    return redirect(withResponse(redirectUri, { code, state, iss: baseUrl }), setCookie(baseUrl, undefined));
  });
}

function choicesIn({ agent = [], allow = [], recipients = [] }: RequestParameters): Choices {
  return { agents: agent, scopes: allow, recipients: recipients[0] ?? '' };
}

/** The ids among the chosen ones that are active agents of the person's organization, each once. */
async function chosenAgents(
  { table }: RequestContext,
  { organizationId }: ConsentSession,
  chosen: readonly string[],
): Promise<string[]> {
  const ids = [...new Set(chosen)].filter((id) => isId('agent', id)).slice(0, MAX_GRANT_AGENTS + 1);
  const wanted = ids.map((identityId) => ({ organizationId, identityId }));
  const found = await findIdentities(table, wanted);
  const active = new Set(found.filter(({ status }) => status === 'active').map(({ id }) => id));
  return ids.filter((id) => active.has(id));
}
