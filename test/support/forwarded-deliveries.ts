import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { Aid, verifyWebhook } from '#clients/typescript/src/index.ts';
import { type Agent, makeAgent, makeOrganization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { type Received, Receiver } from '#testing/receiver.ts';
import { withTemporaryFolder } from '#testing/temporary-folder.ts';
import { commandLineIn } from './command-line-client.ts';
import { forEach, reached } from './sdk-guarantees.ts';

const BEGINNING = '1970-01-01T00:00:00.000Z';
const TYPES = 6;
/** What has arrived is verified at the end, after minutes where there is much. */
const AN_HOUR = { toleranceSeconds: 3_600 };

interface StackAddress {
  readonly baseUrl: string;
  readonly smtpPort: number;
}

/**
 * Compares what `aid webhooks listen` forwards, over a second start, with the real deliveries of the same events to an
 * endpoint. `count` is a multiple of six.
 */
export function compareWithDeliveries(stack: StackAddress, count: number): Promise<void> {
  return withTemporaryFolder(async (folder) => {
    const organization = await makeOrganization(stack.baseUrl);
    const [ada, bob] = [await makeAgent(organization), await makeAgent(organization)];
    const receiver = await Receiver.start();
    onTestFinished(() => receiver.stop());
    const arrived = (path: string) => receiver.requests.filter((request) => request.path === path);
    const until = (path: string, number: number) =>
      reached(number, () => new Set(arrived(path).map(({ headers }) => headers['x-aid-event-id'])).size);
    const { secret } = await organization.api.ok('createWebhook', { body: { url: receiver.url('/delivered') } });

    const aid = commandLineIn(join(folder, 'home'), {
      environment: { AID_URL: stack.baseUrl, AID_KEY: organization.key },
    });
    const listen = (...since: readonly string[]) => {
      const ending = new AbortController();
      const forwardTo = receiver.url('/forwarded');
      const args = ['webhooks', 'listen', '--forward-to', forwardTo, ...since];
      return { ending, ran: aid(args, { signal: ending.signal }) };
    };
    const clientOf = ({ key }: { readonly key: string }) => new Aid({ key, url: stack.baseUrl });
    const writers = { ada: clientOf(ada), bob: clientOf(bob), owner: clientOf(organization) };
    const writing = forEach(count / TYPES, (index) => write(index, writers, bob, stack.smtpPort));
    const first = listen('--since', BEGINNING);
    await until('/forwarded', count / 2);
    first.ending.abort();
    const before = await first.ran;
    await writing;
    await until('/delivered', count);
    const second = listen();
    await until('/forwarded', count);
    second.ending.abort();
    const after = await second.ran;

    const secrets = [before, after].map(({ code, errors, rows }) => {
      expect({ code, errors }).toEqual({ code: 130, errors: '' });
      expect(rows.find(({ connected }) => connected !== undefined)).toEqual({ connected: true });
      return rows[0].secret;
    });
    expect(secrets[1]).toBe(secrets[0]);
    const forwarded = byEvent(arrived('/forwarded'), secrets[0]);
    const real = byEvent(arrived('/delivered'), secret);
    expect([real.size, forwarded.size]).toEqual([count, count]);
    for (const [id, request] of real) {
      const other = forwarded.get(id);
      expect(other?.body.equals(request.body), `${other?.body} is not ${request.body}`).toBe(true);
      expect(namesOf(other)).toEqual(namesOf(request));
    }
    const types = new Set([...real.values()].map(({ body }) => JSON.parse(body.toString()).type));
    expect(types.size).toBe(TYPES);
    console.log(`${real.size} forwarded bodies are those of the deliveries, of ${types.size} types`);
  });
}

interface Writers {
  readonly ada: Aid;
  readonly bob: Aid;
  /** With the key of the organization. */
  readonly owner: Aid;
}

/** An event of each of six types, with texts that JSON and HTML escape. */
async function write(index: number, { ada, bob, owner }: Writers, to: Agent, port: number) {
  const text = `${index} "Grüße" <b>\u{1F431}</b> \u2028 \\ \u0007`;
  await sendMail({ to: to.address, subject: `Nr. ${index}: "Grüße" 猫`, text }, port);
  const task = await ada.tasks.create({ to_identity_id: to.id, message: text });
  await bob.tasks.reply(task.id, { state: 'completed', message: text, result: { index } });
  await owner.a2a.rules.create({ identity_id: to.id, handle: `a-${index}`, action: 'block' });
  await ada.a2a.settings.update({ description: text.slice(0, -1) });
}

function byEvent(requests: readonly Received[], secret: string): ReadonlyMap<string, Received> {
  return new Map(
    requests.map((request) => {
      expect(verifyWebhook(request.body, request.headers, secret, AN_HOUR).id).toBe(request.headers['x-aid-event-id']);
      return [request.headers['x-aid-event-id'] ?? '', request];
    }),
  );
}

/** The names of the headers that a delivery has, and the values that do not depend on time, secret and delivery. */
function namesOf(request: Received | undefined) {
  const headers = Object.entries(request?.headers ?? {}).filter(([name]) => /^(?:x-aid|webhook)-/.test(name));
  return [headers.map(([name]) => name).sort(), request?.headers['content-type'], request?.headers['user-agent']];
}
