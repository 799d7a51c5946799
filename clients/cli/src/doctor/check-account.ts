import { type Actor, type Aid, AidError, type Domain, type Webhook } from '../../../typescript/src/index.ts';
import { type Finding, fail, ok, warn } from './finding.ts';
import { tryEndpoint } from './try-endpoint.ts';

/** How thorough the checks are. */
interface Thoroughness {
  /** Whether each endpoint is tested with deliveries. */
  readonly deliver: boolean;
}

/** Checks who owns the key, and what is wrong with their domains and endpoints. */
export async function checkAccount(
  client: Aid,
  { deliver }: Thoroughness,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  let who: Actor;
  try {
    who = await client.me({ signal, maxRetries: 0 });
  } catch (error) {
    if (!(error instanceof AidError) || signal.aborted) throw error;
    const advice = error.status === 401 ? 'Store a valid key with aid login.' : 'Try again later.';
    return [fail('key', error.message, advice)];
  }
  const own = who.actor_id.startsWith('usr_') ? 'login of a person' : 'org key';
  const kind = who.identity_id === undefined ? own : `key of agent ${who.handle}`;
  const findings = [ok('key', `${kind}, of ${who.org_name}`)];
  // An agent key cannot read domains.
  if (who.identity_id === undefined) {
    findings.push(...(await each('domains', client.domains.list({}, { signal }), (domain) => [ofDomain(domain)])));
  }
  const endpoints = client.webhooks.list({}, { signal });
  const examine = async (endpoint: Webhook) => [
    ...(await ofEndpoint(client, endpoint, signal)),
    ...(deliver && endpoint.enabled ? await tryEndpoint(client, endpoint, signal) : []),
  ];
  return [...findings, ...(await each('webhooks', endpoints, examine))];
}

/** The findings about each item of a list, or one line if the list is empty. */
async function each<T>(
  check: string,
  things: AsyncIterable<T>,
  examine: (thing: T) => Promise<readonly Finding[]> | readonly Finding[],
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  try {
    for await (const thing of things) findings.push(...(await examine(thing)));
  } catch (error) {
    if (!(error instanceof AidError)) throw error;
    findings.push(warn(check, error.message, 'Try again later, or use another key.'));
  }
  return findings.length > 0 ? findings : [ok(check, 'none')];
}

function ofDomain({ domain, status, records }: Domain): Finding {
  const missing = records.filter((record) => record.status === 'missing');
  const names = missing.map(({ type, name }) => `${type} ${name}`).join(', ');
  const advice = `Add these DNS records: ${names}. aid domains list shows their values.`;
  if (status === 'verified') {
    return missing.length === 0
      ? ok('domains', `${domain} is verified`)
      : warn('domains', `${domain} lacks DNS records`, advice);
  }
  const wait = 'The records are in place; wait for the next check.';
  return fail('domains', `${domain} is ${status}`, missing.length === 0 ? wait : advice);
}

async function ofEndpoint(client: Aid, endpoint: Webhook, signal: AbortSignal): Promise<readonly Finding[]> {
  const { id, url, enabled, disabled_reason: reason, standard_webhooks: isStandard } = endpoint;
  const name = `${id} (${url})`;
  if (!enabled) {
    if (reason !== 'gone' && reason !== 'failing') return [ok('webhooks', `${name} is disabled: ${reason}`)];
    const advice = `Fix the receiver, then run aid webhooks update ${id} --enabled.`;
    return [fail('webhooks', `${name} was disabled by the service: ${reason}`, advice)];
  }
  const page = await client.webhooks.deliveries.list({ webhook_id: id, limit: 1 }, { signal }).firstPage();
  const [newest] = [...page];
  const findings: Finding[] = [];
  if (newest?.status === 'retrying' || newest?.status === 'dead_letter') {
    const message = `the latest delivery to ${name} failed: ${newest.last_error}`;
    findings.push(warn('webhooks', message, `Check the receiver, then run aid webhooks test ${id}.`));
  }
  if (!isStandard) {
    const message = `the Standard Webhooks libraries cannot read the secret of ${name}`;
    findings.push(warn('webhooks', message, `If you use one, run aid webhooks rotate-secret ${id}.`));
  }
  return findings.length > 0 ? findings : [ok('webhooks', `${name} is enabled`)];
}
