import { Aid } from '../../../typescript/src/index.ts';

/** An organization of this machine. */
export interface LocalOrganization {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly created_at: string;
}

/** The organizations of this machine, the newest first. */
export async function localOrganizations(): Promise<readonly LocalOrganization[]> {
  const { organizations } = await getLocally<{ organizations: readonly LocalOrganization[] }>('/_local/organizations');
  return organizations;
}

/** An org key of an organization of this machine, which the local profile makes without a password. */
export async function localKey(slug: string): Promise<string> {
  const { key } = await postLocally<{ key: string }>('/_local/sessions', { organization: slug });
  return key;
}

/** Creates an organization with two agents, one of which has written to the other. */
export async function createDemo(): Promise<string> {
  const mark = crypto.randomUUID().slice(0, 6);
  const anonymous = new Aid({ url: location.origin });
  const { slug, admin_api_key: key } = await anonymous.organizations.create({
    name: `Demo ${mark}`,
    slug: `demo-${mark}`,
  });
  const aid = new Aid({ key, url: location.origin });
  const support = await aid.identities.create({ handle: `support-${mark}`, display_name: 'Support' });
  const research = await aid.identities.create({ handle: `research-${mark}`, display_name: 'Research' });
  await aid.identity(research.id).mail.send({
    to: support.email_address ?? '',
    subject: 'Welcome to your inbox',
    text: 'This email was sent by one agent of the demo organization to the other.\n\nReply to it, or write a new one.',
  });
  return slug;
}

/** Reads a page of the local profile. */
export async function getLocally<T>(path: string): Promise<T> {
  return asJson<T>(await fetch(path));
}

/** Sends JSON to a page of the local profile. */
export async function postLocally<T>(path: string, body: unknown): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  return asJson<T>(await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }));
}

async function asJson<T>(response: Response): Promise<T> {
  const body = (await response.json()) as T & { error?: { message?: string } };
  if (!response.ok) throw new Error(body.error?.message ?? `HTTP ${response.status}`);
  return body;
}
