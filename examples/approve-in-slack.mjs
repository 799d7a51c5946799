// People decide about held actions in Slack. Run it next to `approval-requests.mjs`, as docs/approve-in-chat.md says:
//
//   AID_URL=… AID_KEY=<an org key> WEBHOOK_SECRET=… SLACK_BOT_TOKEN=xoxb-… SLACK_SIGNING_SECRET=… SLACK_CHANNEL=C… \
//     SLACK_APPROVERS=U024BE7LH=ada@example.com,U0G9QF9C6=grace@example.com node approve-in-slack.mjs
import { createHmac } from 'node:crypto';
import { Approvals, isFresh, isSame, isWebhook, PostedMessages, serve, shownOf } from './approval-requests.mjs';

const {
  AID_URL: url = 'http://127.0.0.1:8787',
  AID_KEY: key = '',
  WEBHOOK_SECRET: secret = '',
  SLACK_BOT_TOKEN: token = '',
  SLACK_SIGNING_SECRET: signingSecret = '',
  SLACK_CHANNEL: channel = '',
  SLACK_APPROVERS: pairs = '',
  SLACK_API: slackApi = 'https://slack.com/api',
  POSTED_FILE: file = 'posted-in-slack.jsonl',
  PORT: port = '9090',
} = process.env;
if (!secret || !signingSecret) throw new Error('set WEBHOOK_SECRET and SLACK_SIGNING_SECRET');

/** Who is who. A list of your own, because people change the address in their Slack profile. */
const approvers = new Map(pairs.split(',').map((pair) => pair.split('=')));
const approvals = new Approvals({ url, key });
const posted = new PostedMessages(file);

async function slack(method, body) {
  const response = await fetch(`${slackApi}/${method}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
  });
  const reply = await response.json();
  if (!reply.ok) throw new Error(`${method}: ${reply.error}`);
  return reply;
}

/** `plain_text` makes no links and mentions of what an agent or a stranger has written. */
const plain = (text) => ({ type: 'plain_text', text: text.slice(0, 3000), emoji: false });
const section = (text) => ({ type: 'section', text: plain(text) });

function messageOf(approval, by) {
  const { status, lines, text, isWhole } = shownOf(approval);
  const { id, content_hash: hash } = approval;
  const button = (decision, label, style) => ({
    type: 'button',
    action_id: decision,
    text: plain(label),
    style,
    value: JSON.stringify({ id, hash }),
  });
  const end = [section(by ? `${status} (${by})` : status)];
  const buttons = [
    ...(isWhole ? [] : [section('The text is too long for Slack, or not stored any more. Approve it elsewhere.')]),
    {
      type: 'actions',
      elements: [...(isWhole ? [button('approve', 'Approve', 'primary')] : []), button('deny', 'Deny', 'danger')],
    },
  ];
  return {
    text: `An agent waits for a decision: ${id}`,
    blocks: [
      section(lines.join('\n')),
      ...(text === '' ? [] : [{ type: 'divider' }, section(text), { type: 'divider' }]),
      ...(approval.status === 'pending' ? buttons : end),
    ],
  };
}

/** The webhook of the service: `approval.requested` posts a message, `approval.decided` takes its buttons away. */
async function receiveWebhook(headers, body) {
  if (!isWebhook(headers, body, secret)) return 401;
  const { type, data } = JSON.parse(body);
  if (type === 'approval.requested') {
    await posted.once(data.approvalId, async () => {
      const approval = await approvals.read(data.approvalId);
      const { ts, channel: place } = await slack('chat.postMessage', { channel, ...messageOf(approval) });
      return { channel: place, ts };
    });
  }
  if (type === 'approval.decided') {
    const place = await posted.find(data.approvalId);
    if (place) await slack('chat.update', { ...place, ...messageOf(await approvals.read(data.approvalId)) });
  }
  return 204;
}

/** Slack calls it the signing secret: the version, the time and the exact bytes, with an HMAC-SHA256. */
function isSlack(headers, body) {
  const time = headers['x-slack-request-timestamp'];
  if (!isFresh(time)) return false;
  const expected = `v0=${createHmac('sha256', signingSecret).update(`v0:${time}:`).update(body).digest('hex')}`;
  return isSame(headers['x-slack-signature'], expected);
}

/** A pressed button. Slack waits three seconds for a response, so the decision follows it. */
async function receiveInteraction(headers, body) {
  if (!isSlack(headers, body)) return 401;
  const payload = JSON.parse(new URLSearchParams(body.toString()).get('payload') ?? '{}');
  const [action] = payload.actions ?? [];
  if (payload.type !== 'block_actions' || !['approve', 'deny'].includes(action?.action_id)) return 200;
  decide(payload, action).catch((error) => console.error('not decided:', error.message));
  return 200;
}

async function decide({ user, container }, { action_id: decision, value }) {
  const { id, hash } = JSON.parse(value);
  const place = { channel: container.channel_id, ts: container.message_ts };
  const email = approvers.get(user.id);
  const { identity_id: agent } = await approvals.read(id);
  if (email === undefined || !(await approvals.mayDecide(email, agent))) {
    await slack('chat.postEphemeral', {
      channel: place.channel,
      user: user.id,
      text: 'You may not decide about this.',
    });
    return console.log(`refused: ${user.id}`);
  }
  const decided = await approvals.decide(id, { decision, hash, by: email });
  // The service records the org key. This line, and the message, record the person.
  console.log(`${decision} ${id} by ${email}: ${decided.status}`);
  await slack('chat.update', { ...place, ...messageOf(await approvals.read(id), `${decision} by ${email}`) });
}

serve(Number(port), { '/aid': receiveWebhook, '/slack': receiveInteraction });
