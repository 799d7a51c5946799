/**
 * The id of the agent that an identity token is for, from its subject `agent:<id>`. The token is not verified: it has
 * just come from the service.
 */
export function subjectOf(token: string): string {
  const [, payload = ''] = token.split('.');
  const { sub } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { readonly sub: string };
  return sub.replace(/^agent:/, '');
}
