/** An organization on this machine. */
export interface LocalOrganization {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly created_at: string;
}

/** The organizations on this machine, newest first. */
export async function localOrganizations(): Promise<readonly LocalOrganization[]> {
  const { organizations } = await getLocally<{ organizations: readonly LocalOrganization[] }>('/_local/organizations');
  return organizations;
}

/** An org key of an organization on this machine, which the local profile creates without a password. */
export async function localKey(slug: string): Promise<string> {
  const { key } = await postLocally<{ key: string }>('/_local/sessions', { organization: slug });
  return key;
}

/** Requests a page of the local profile. */
export async function getLocally<T>(path: string): Promise<T> {
  return asJson<T>(await fetch(path));
}

/** Sends JSON to a page of the local profile. */
export async function postLocally<T>(path: string, body: unknown): Promise<T> {
  return asJson<T>(await post(path, body));
}

/** Posts JSON to a page of the local profile and returns the response's bytes. */
export async function bytesLocally(path: string, body: unknown): Promise<ArrayBuffer> {
  const response = await post(path, body);
  return response.ok ? response.arrayBuffer() : asJson(response);
}

function post(path: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function asJson<T>(response: Response): Promise<T> {
  const body = (await response.json()) as T & { error?: { message?: string } };
  if (!response.ok) throw new Error(body.error?.message ?? `HTTP ${response.status}`);
  return body;
}
