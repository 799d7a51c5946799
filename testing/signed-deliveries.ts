import { makeAgent, makeOrganization, type Organization } from './fixture.ts';
import { sendMail } from './mailer.ts';
import { type Received, Receiver } from './receiver.ts';

/** A delivery as it arrived, with every secret that was valid for it, newest first. */
export interface SignedDelivery {
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text: what was sent is UTF-8. */
  readonly body: string;
  readonly secrets: readonly string[];
}

/** No organization has more active endpoints. */
const ENDPOINTS = 50;

/**
 * Has a stack deliver an event to each of `count` endpoints, which have a secret each. Every second endpoint has
 * rotated its secret just before, so both of its secrets sign.
 */
export async function collectSignedDeliveries(
  count: number,
  { baseUrl, smtpPort }: { baseUrl: string; smtpPort: number },
): Promise<SignedDelivery[]> {
  const receiver = await Receiver.start();
  try {
    const secrets = new Map<string, string[]>();
    const organizations = Array.from({ length: Math.ceil(count / ENDPOINTS) }, async (_, index) => {
      const organization = await makeOrganization(baseUrl);
      const agent = await makeAgent(organization);
      const paths = Array.from({ length: Math.min(ENDPOINTS, count - index * ENDPOINTS) }, (_, n) => `/${index}/${n}`);
      for (const [n, path] of paths.entries()) {
        secrets.set(path, await makeEndpoint(organization, receiver.url(path), n % 2 === 1));
      }
      await sendMail({ to: agent.address, subject: 'Grüße ✓', text: 'x' }, smtpPort);
    });
    await Promise.all(organizations);
    const requests = await receiver.until(count);
    return requests.map(({ headers, body, path }: Received) => ({
      headers,
      body: body.toString(),
      secrets: secrets.get(path) ?? [],
    }));
  } finally {
    await receiver.stop();
  }
}

/** Registers an endpoint. Returns its valid secrets, newest first. */
async function makeEndpoint({ api }: Organization, url: string, isRotating: boolean): Promise<string[]> {
  const { id, secret } = await api.ok('createWebhook', { body: { url } });
  if (!isRotating) return [secret];
  const rotated = await api.ok('rotateWebhookSecret', { params: { id } });
  return [rotated.secret, secret];
}

/** Changes of a delivery after each of which a receiver has to refuse it, by name. */
export function tampered({ headers, body, secrets }: SignedDelivery): Record<string, SignedDelivery> {
  const id = headers['webhook-id'] ?? '';
  const seconds = Number(headers['webhook-timestamp']);
  const signature = headers['webhook-signature'] ?? '';
  const withHeaders = (changed: Record<string, string>) => ({ headers: { ...headers, ...changed }, body, secrets });
  return {
    'another body': { headers, body: body.replace('"version":1', '"version":2'), secrets },
    'another id': withHeaders({ 'webhook-id': `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}` }),
    'a later timestamp': withHeaders({ 'webhook-timestamp': String(seconds + 1) }),
    'an expired timestamp': withHeaders({ 'webhook-timestamp': String(seconds - 3600) }),
    'the signature of nothing': withHeaders({ 'webhook-signature': `v1,${'A'.repeat(43)}=` }),
    'another version of the signature': withHeaders({ 'webhook-signature': signature.replaceAll('v1,', 'v2,') }),
    'another secret': { headers, body, secrets: [`whsec_${'A'.repeat(44)}`] },
  };
}
