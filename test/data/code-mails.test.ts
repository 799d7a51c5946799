import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { HOUR } from '#shared/domain/time/time.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { mailedCodes, wrongCode } from '../support/mailed-codes.ts';
import { rememberPasswords } from '../support/remembered-passwords.ts';

/** The next random code, for tests that have to know a code that no mail shows. */
const drawn = vi.hoisted((): { code: string | undefined } => ({ code: undefined }));
vi.mock('#shared/domain/organization/code.ts', async (original) => {
  const actual = await original<typeof import('#shared/domain/organization/code.ts')>();
  return { ...actual, generateCode: () => drawn.code ?? actual.generateCode() };
});

vi.mock('#shared/domain/organization/password.ts', async (original) => rememberPasswords(await original()));

const engine = useEngine();
const PASSWORD = 'correct horse battery';
const random = () => randomBytes(6).toString('hex');

let api: InProcessApi;
let email: string;
/** Organizations with outboxes that may hold mail to the address. */
let organizations: string[];

beforeEach(() => {
  const now = Date.now();
  api = new InProcessApi(engine.table, { signupStartsPerHour: 1e6 });
  api.now = () => now;
  email = `ada-${random()}@example.com`;
  organizations = [];
  drawn.code = undefined;
});

const start = (to = email) =>
  api.call('signup', {
    body: { organization_name: 'Works', organization_slug: `s-${random()}`, email: to, password: PASSWORD },
  });
const resend = (to = email) => api.call('resendSignup', { body: { email: to } });

async function organization(ownerEmail: string | undefined = email) {
  const body = { name: 'Works', slug: `s-${random()}`, owner_email: ownerEmail };
  const reply = await api.call('createOrganization', { body });
  organizations.push(reply.body.id);
  return reply;
}

async function claim(to = email) {
  const { id, key } = await api.organization();
  organizations.push(id);
  return api.call('claim', { key, body: { email: to, password: PASSWORD } });
}

/** Emails with codes to an address, from all these outboxes. */
async function mailsTo(...addresses: string[]) {
  const outboxes = [undefined, ...organizations];
  const found = await Promise.all(
    addresses.flatMap((address) => outboxes.map((id) => mailedCodes(api, engine.table, address, id))),
  );
  return found.flat();
}

const inTurn = async <T>(times: number, work: () => Promise<T>) => {
  const results: T[] = [];
  for (let index = 0; index < times; index++) results.push(await work());
  return results;
};

describe('the emails with codes to one address', () => {
  test('An address gets at most ten emails with codes per hour from signup, resend, owner and claim, and the replies do not differ', async () => {
    const within = [
      ...(await inTurn(3, start)),
      ...(await inTurn(2, resend)),
      ...(await inTurn(3, organization)),
      ...(await inTurn(2, claim)),
    ];
    expect(await mailsTo(email)).toHaveLength(10);
    const beyond = [await start(), await resend(), await organization(), await claim()];
    expect(await mailsTo(email)).toHaveLength(10);

    const forms = (replies: typeof within) =>
      new Set(
        replies.map(
          ({ status, body }) => `${status} ${Object.keys(body).join()} ${'status' in body ? body.status : ''}`,
        ),
      );
    expect(forms(beyond)).toEqual(forms(within));
    const expiries = [within[0], beyond[0], beyond[1], beyond[3]].map((reply) =>
      reply !== undefined && 'expires_at' in reply.body ? reply.body.expires_at : undefined,
    );
    expect(new Set(expiries).size).toBe(1);

    const later = api.now() + HOUR;
    api.now = () => later;
    await start();
    expect(await mailsTo(email)).toHaveLength(11);
  });

  test('An address gets exactly ten emails when thirty requests of all kinds are made at once', async () => {
    const kinds = [start, organization, claim];
    const replies = await Promise.all(Array.from({ length: 30 }, (_, index) => kinds[index % 3]?.(email)));
    expect(new Set(replies.map((reply) => reply?.status))).toEqual(new Set([201, 202]));
    expect(await mailsTo(email)).toHaveLength(10);
  });

  test('All spellings that a provider delivers to one mailbox share the limit of code mails', async () => {
    const [local, domain] = email.split('@') as [string, string];
    const spellings = Array.from({ length: 24 }, (_, index) => {
      const dotted = `${local.slice(0, 1 + (index % 6))}.${local.slice(1 + (index % 6))}`;
      return `${index % 2 === 0 ? dotted : local}+${index}@${index % 3 === 0 ? domain.toUpperCase() : domain}`;
    });
    for (const spelling of spellings) await organization(spelling);
    expect(await mailsTo(...spellings.map((spelling) => spelling.toLowerCase()))).toHaveLength(10);
    await organization(`other-${email}`);
    expect(await mailsTo(`other-${email}`)).toHaveLength(1);
  });

  test.each([0, 2])('The stage sets the limit of code mails: %i', async (codeMailsPerHour) => {
    api.limits = { ...api.limits, codeMailsPerHour };
    await inTurn(4, organization);
    expect(await mailsTo(email)).toHaveLength(codeMailsPerHour);
  });

  test('A request that is repeated under its idempotency key counts once for the limit of code mails', async () => {
    const body = { name: 'Works', slug: `s-${random()}`, owner_email: email };
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => api.call('createOrganization', { idempotencyKey: 'k'.repeat(16), body })),
    );
    organizations.push(...new Set(replies.map((reply) => reply.body.id as string)));
    expect(organizations).toHaveLength(1);
    await inTurn(9, organization);
    expect(await mailsTo(email)).toHaveLength(10);
  });

  test('A withheld mail leaves the code that was mailed before unchanged', async () => {
    await start();
    const [mail] = await mailsTo(email);
    await inTurn(9, organization);
    expect((await resend()).status).toBe(202);
    expect((await start()).status).toBe(202);
    expect(await mailsTo(email)).toHaveLength(10);
    expect((await api.call('verifySignup', { body: { email, code: mail?.code } })).status).toBe(201);
  });
});

describe('a code that was not mailed', () => {
  test('A code that was not mailed matches no guess, so creating organizations gives no guesses at another owner’s address', async () => {
    drawn.code = '424242';
    const made = await inTurn(12, organization);
    const verified = await Promise.all(
      made.map(({ body }) => api.call('verifyOwner', { key: body.admin_api_key, body: { code: '424242' } })),
    );
    expect(verified.map(({ status }) => status)).toEqual([...Array(10).fill(200), 400, 400]);
    expect(verified[11]?.body.error.code).toBe('auth.code_invalid');
  });

  test('A guess at a code that was not mailed fails like a wrong guess, with the same number of attempts', async () => {
    const made = await inTurn(11, organization);
    const guesses = (reply: (typeof made)[number] | undefined) =>
      inTurn(6, async () => {
        const call = { key: reply?.body.admin_api_key, body: { code: '000000' } };
        return (await api.call('verifyOwner', call)).body.error.code as string;
      });
    expect(await guesses(made[10])).toEqual([...Array(5).fill('auth.code_invalid'), 'auth.code_exhausted']);
    const [code] = (await mailedCodes(api, engine.table, email, organizations[0])).map((mail) => mail.code);
    const atMailed = await inTurn(6, async () => {
      const call = { key: made[0]?.body.admin_api_key, body: { code: wrongCode(code ?? '') } };
      return (await api.call('verifyOwner', call)).body.error.code as string;
    });
    expect(atMailed).toEqual([...Array(5).fill('auth.code_invalid'), 'auth.code_exhausted']);
  });
});

describe('hourly limits of requests', () => {
  test('The hourly limits count each request once, so five resends at once all succeed', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => resend()));
    expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(202));
    const refused = await resend();
    expect(refused.status).toBe(429);
    expect(refused.body.error.message).toMatch(
      /^At most 5 resends per hour to one email address\. The limit resets at \d{4}-/,
    );
  });
});
