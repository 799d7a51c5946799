// People decide about held actions in Microsoft Teams, with a bot of yours. Run it next to `approval-requests.mjs`, as
// docs/approve-in-chat.md says:
//
//   AID_URL=… AID_KEY=<an org key> WEBHOOK_SECRET=… TEAMS_APP_ID=… TEAMS_APP_PASSWORD=… TEAMS_TENANT=… \
//     TEAMS_SERVICE_URL=https://smba.trafficmanager.net/teams TEAMS_CONVERSATION=19:…@thread.tacv2 \
//     TEAMS_APPROVERS=<object id in Entra ID>=ada@example.com node approve-in-teams.mjs
import { createPublicKey, verify } from 'node:crypto';
import { Approvals, isWebhook, PostedMessages, serve, shownOf } from './approval-requests.mjs';

const {
  AID_URL: url = 'http://127.0.0.1:8787',
  AID_KEY: key = '',
  WEBHOOK_SECRET: secret = '',
  TEAMS_APP_ID: appId = '',
  TEAMS_APP_PASSWORD: appPassword = '',
  TEAMS_TENANT: tenant = 'botframework.com',
  TEAMS_SERVICE_URL: serviceUrl = 'https://smba.trafficmanager.net/teams',
  TEAMS_CONVERSATION: conversation = '',
  TEAMS_APPROVERS: pairs = '',
  TEAMS_LOGIN: login = 'https://login.microsoftonline.com',
  TEAMS_KEYS: keysOf = 'https://login.botframework.com/v1/.well-known/openidconfiguration',
  POSTED_FILE: file = 'posted-in-teams.jsonl',
  PORT: port = '9090',
} = process.env;
if (!secret || !appId) throw new Error('set WEBHOOK_SECRET and TEAMS_APP_ID');

const ISSUER = 'https://api.botframework.com';

/** Who is who, by the object ids of Entra ID, which no one can change. */
const approvers = new Map(pairs.split(',').map((pair) => pair.split('=')));
const approvals = new Approvals({ url, key });
const posted = new PostedMessages(file);

/** A token of the bot. A program with many messages keeps it until it expires. */
async function botToken() {
  const response = await fetch(`${login}/${tenant}/oauth2/v2.0/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: appId,
      client_secret: appPassword,
      scope: 'https://api.botframework.com/.default',
    }),
  });
  const { access_token: token, error } = await response.json();
  if (!token) throw new Error(`no token for the bot: ${error}`);
  return token;
}

async function send(method, path, card) {
  const response = await fetch(`${serviceUrl}/v3/conversations/${encodeURIComponent(conversation)}/activities${path}`, {
    method,
    headers: { authorization: `Bearer ${await botToken()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'message', attachments: [{ contentType: CARD, content: card }] }),
  });
  if (!response.ok) throw new Error(`${method} of a message: ${response.status}`);
  return response.json();
}

const CARD = 'application/vnd.microsoft.card.adaptive';

/** `RichTextBlock` makes no links of what an agent or a stranger has written; `TextBlock` reads Markdown. */
const block = (text) => ({ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text }] });

function cardOf(approval, by) {
  const { status, lines, text, isWhole } = shownOf(approval);
  const { id, content_hash: hash } = approval;
  const button = (verb, title, style) => ({ type: 'Action.Execute', verb, title, style, data: { id, hash } });
  const isPending = approval.status === 'pending';
  const tooLong = [block('The text is too long for Teams, or not stored any more. Approve it elsewhere.')];
  return {
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      ...lines.map(block),
      ...(text === '' ? [] : [block(text)]),
      ...(isPending ? (isWhole ? [] : tooLong) : [block(by ? `${status} (${by})` : status)]),
    ],
    actions: isPending
      ? [...(isWhole ? [button('approve', 'Approve', 'positive')] : []), button('deny', 'Deny', 'destructive')]
      : [],
  };
}

/** The webhook of the service: `approval.requested` posts a card, `approval.decided` takes its buttons away. */
async function receiveWebhook(headers, body) {
  if (!isWebhook(headers, body, secret)) return 401;
  const { type, data } = JSON.parse(body);
  if (type === 'approval.requested') {
    await posted.once(data.approvalId, async () => {
      const { id } = await send('POST', '', cardOf(await approvals.read(data.approvalId)));
      return { activity: id };
    });
  }
  if (type === 'approval.decided') {
    const place = await posted.find(data.approvalId);
    const approval = place && (await approvals.read(data.approvalId));
    if (place) await send('PUT', `/${encodeURIComponent(place.activity)}`, cardOf(approval));
  }
  return 204;
}

const partOf = (text) => JSON.parse(Buffer.from(text ?? '', 'base64url').toString());

/** Whether an activity is of Teams: its token is of the Bot Framework, for this bot and the service it names. */
async function isTeams(headers, activity) {
  try {
    const [head, claims, signature] = (headers.authorization ?? '').replace(/^Bearer /, '').split('.');
    const { kid, alg } = partOf(head);
    const { iss, aud, exp, nbf, serviceurl } = partOf(claims);
    const now = Date.now() / 1000;
    const isFor = iss === ISSUER && aud === appId && serviceurl === activity.serviceUrl;
    if (alg !== 'RS256' || !isFor || !(exp > now - 300) || !(nbf < now + 300)) return false;
    const { jwks_uri: at } = await (await fetch(keysOf)).json();
    const { keys } = await (await fetch(at)).json();
    const jwk = keys.find((one) => one.kid === kid);
    const given = Buffer.from(signature ?? '', 'base64url');
    return (
      jwk !== undefined &&
      verify('RSA-SHA256', Buffer.from(`${head}.${claims}`), createPublicKey({ key: jwk, format: 'jwk' }), given)
    );
  } catch {
    return false;
  }
}

/** A pressed button. The response replaces the card, or says why nothing was decided. */
async function receiveActivity(headers, body) {
  const activity = JSON.parse(body);
  if (!(await isTeams(headers, activity))) return 401;
  const { verb, data = {} } = activity.value?.action ?? {};
  if (activity.name !== 'adaptiveCard/action' || !['approve', 'deny'].includes(verb)) return 200;
  const email = approvers.get(activity.from?.aadObjectId);
  const { identity_id: agent } = await approvals.read(data.id);
  if (email === undefined || !(await approvals.mayDecide(email, agent))) {
    console.log(`refused: ${activity.from?.aadObjectId}`);
    const type = 'application/vnd.microsoft.activity.message';
    return { statusCode: 200, type, value: 'You may not decide about this.' };
  }
  const decided = await approvals.decide(data.id, { decision: verb, hash: data.hash, by: email });
  // The service records the org key. This line, and the card, record the person.
  console.log(`${verb} ${data.id} by ${email}: ${decided.status}`);
  return { statusCode: 200, type: CARD, value: cardOf(await approvals.read(data.id), `${verb} by ${email}`) };
}

serve(Number(port), { '/aid': receiveWebhook, '/teams': receiveActivity });
