import { BoundedRead } from '#shared/data/bounded-read.ts';
import type { ConsentSession } from '#shared/data/entities/oauth/consent-session.ts';
import { identitiesBefore } from '#shared/data/entities/organization/identity.ts';
import { collect } from '#shared/data/table-client.ts';
import type { RequestContext } from '#shared/runtime/pipeline/context.ts';
import { pageReply } from './page-endpoint.ts';
import { csrfToken } from './page-session.ts';
import { type Choices, consentPage } from './pages/consent-page.ts';
import type { Authorization } from './read-authorization.ts';

/** The most agents that the page shows: the newest. */
const MAX_SHOWN_AGENTS = 200;

interface ConsentReply {
  readonly authorization: Authorization;
  readonly cookie: string;
  readonly session: ConsentSession;
  readonly choices?: Choices | undefined;
  readonly problem?: string | undefined;
}

/** The page on which a person decides, with the active agents of the organization. */
export async function consentReply(
  { table }: Pick<RequestContext, 'table'>,
  { authorization, cookie, session, choices, problem }: ConsentReply,
) {
  const { shown, query, redirectUri, scopes } = authorization;
  const { email, organizationId, organizationName } = session;
  const read = new BoundedRead(identitiesBefore(table, organizationId, undefined));
  const agents = await collect(read, MAX_SHOWN_AGENTS, ({ status }) => status === 'active');
  const text = consentPage({
    client: shown,
    query,
    csrf: csrfToken(cookie, query),
    email,
    organizationName,
    agents,
    scopes,
    choices,
    problem,
  });
  return pageReply(problem === undefined ? 200 : 400, text, { target: redirectUri });
}
