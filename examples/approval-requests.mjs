// What a program needs that lets people decide about held actions in a chat: it verifies webhooks, reads approvals,
// checks who may decide, and decides. `approve-in-slack.mjs` and `approve-in-teams.mjs` use it.
//
// It needs no package and runs on Node 18 and later.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const DECIDING = ['owner', 'admin', 'approver'];

/** The longest text that a message in a chat shows. A longer one is not approved there, because no one has seen it. */
const MAX_TEXT = 2000;

/** Compares two texts in constant time. */
export function isSame(given, expected) {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Whether a time in seconds is at most five minutes away. */
export function isFresh(seconds) {
  return /^\d+$/.test(seconds ?? '') && Math.abs(Date.now() / 1000 - Number(seconds)) <= 300;
}

/** Whether a webhook is of the service: any `v1=` may match, over the exact bytes that came. */
export function isWebhook(headers, body, secret) {
  const [id, time] = [headers['x-aid-request-id'], headers['x-aid-timestamp']];
  if (!id || !isFresh(time)) return false;
  const expected = `v1=${createHmac('sha256', secret).update(`${id}.${time}.`).update(body).digest('hex')}`;
  return (headers['x-aid-signature'] ?? '').split(',').some((given) => isSame(given, expected));
}

/** The API of the service, with an org key. */
export class Approvals {
  constructor({ url, key }) {
    Object.assign(this, { url, key });
  }

  async #call(method, path, body) {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const reply = await response.json();
    if (!response.ok) throw Object.assign(new Error(reply.error.message), { code: reply.error.code });
    return reply;
  }

  read(id) {
    return this.#call('GET', `/v1/approvals/${encodeURIComponent(id)}`);
  }

  /**
   * Whether the person with an address may decide about an agent. The service does not ask this of an org key, so the
   * program has to: an active member with a deciding role, whom the settings name if they name someone.
   */
  async mayDecide(email, identityId) {
    const [{ members }, own, all] = await Promise.all([
      this.#call('GET', '/v1/members?limit=100'),
      this.#call('GET', `/v1/approval-settings?identity_id=${encodeURIComponent(identityId)}`),
      this.#call('GET', '/v1/approval-settings'),
    ]);
    const member = members.find((one) => one.email === email);
    const named = own.approvers.length > 0 ? own.approvers : all.approvers;
    return (
      member?.status === 'active' && DECIDING.includes(member.role) && (named.length === 0 || named.includes(email))
    );
  }

  /**
   * Decides about what the person has seen, by its hash. A decision that came too late, or was about something else, is
   * no error: the approval says what has become of it.
   */
  async decide(id, { decision, hash, by }) {
    const [action, body] =
      decision === 'approve' ? ['approve', { content_hash: hash }] : ['deny', { reason: `Denied by ${by}.` }];
    try {
      return await this.#call('POST', `/v1/approvals/${encodeURIComponent(id)}/${action}`, body);
    } catch (error) {
      if (!['approval.closed', 'approval.changed'].includes(error.code)) throw error;
      return this.read(id);
    }
  }
}

/** What a message in a chat says about an approval: lines, the text, and whether that is the whole text. */
export function shownOf({ id, status, reason, preview: { summary, reasons, mail, lease } }) {
  const list = (people) => people.map(({ address }) => address).join(', ');
  const text = mail ? [mail.text, mail.html_text].filter(Boolean).join('\n\nWhat its HTML shows:\n') : '';
  return {
    status: reason ? `${status}: ${reason}` : status,
    lines: [
      summary,
      ...(mail ? [`To: ${list(mail.to)}`] : []),
      ...(mail?.cc.length ? [`Cc: ${list(mail.cc)}`] : []),
      ...(mail?.bcc.length ? [`Bcc: ${list(mail.bcc)}`] : []),
      ...(mail ?? { attachments: [] }).attachments.map(({ filename, size }) => `File: ${filename} (${size} bytes)`),
      ...(lease ? [`Purpose: ${lease.purpose ?? 'none given'}`, `Hosts: ${lease.hosts.join(', ') || 'any'}`] : []),
      `Why: ${[...new Set(reasons.map(({ code, address, host }) => `${code} ${address ?? host ?? ''}`.trim()))].join('; ')}`,
      `On the command line: aid approvals get ${id}`,
    ],
    text: text.slice(0, MAX_TEXT),
    isWhole: text.length <= MAX_TEXT && (!mail || mail.text !== null),
  };
}

/** Remembers in a file where the message about each approval is, so that a repeated webhook posts no second one. */
export class PostedMessages {
  #file;
  #places = new Map();

  constructor(file) {
    this.#file = file;
    if (!existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
      const { id, place } = JSON.parse(line);
      this.#places.set(id, Promise.resolve(place));
    }
  }

  find(id) {
    return this.#places.get(id);
  }

  /** Posts once for an approval, also for concurrent webhooks. One that fails is posted by the next attempt. */
  async once(id, post) {
    const known = this.#places.get(id);
    if (known) return known;
    const posting = post();
    this.#places.set(id, posting);
    try {
      const place = await posting;
      appendFileSync(this.#file, `${JSON.stringify({ id, place })}\n`);
      return place;
    } catch (error) {
      this.#places.delete(id);
      throw error;
    }
  }
}

/** Serves `POST` on some paths. Each handler gets the headers and the exact bytes, and returns a status or JSON. */
export function serve(port, handlers) {
  createServer(async (request, response) => {
    const handle = request.method === 'POST' ? handlers[request.url] : undefined;
    if (handle === undefined) return response.writeHead(404).end();
    try {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      const result = await handle(request.headers, Buffer.concat(chunks));
      if (typeof result === 'number') return response.writeHead(result).end();
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result));
    } catch (error) {
      // The service sends the webhook again.
      console.error('failed:', error.message);
      response.writeHead(503).end();
    }
  }).listen(port, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${port}`));
}
