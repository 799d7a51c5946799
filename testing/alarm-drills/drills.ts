import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { serviceNameOf } from '#lib/settings.ts';
import { LOCAL_MAIL_DOMAIN } from '#lib/stage-variables.ts';
import { ServiceError } from '#local/http/service-error.ts';
import type { Drill, DrillStage } from './alarm-drill.ts';

const DEV = { stage: 'dev' } as const;

type Fault = Pick<Drill, 'provoke' | 'heal'>;

/** What someone does with a stage, once. */
type Use = (stage: DrillStage) => Promise<unknown>;

/** The alarms on the errors of workers. */
const ERRORS = {
  relay: 'WorkerRelayErrors',
  delivery: 'WorkerDeliveryErrors',
  'outbound-mail': 'WorkerOutboundMailErrors',
  'inbound-mail': 'WorkerInboundMailErrors',
  connections: 'WorkerConnectionsErrors',
  'tunnel-messages': 'WorkerTunnelMessagesErrors',
} as const;

const CANNOT_BE_LOADED = "throw new Error('cannot be loaded');";
const DOES_NOT_RETURN = 'export const handler = () => new Promise(() => {});';

/** Responds to the heartbeat, and to no caller of the API. */
const ONLY_LOOKS_HEALTHY =
  "export const handler = async ({ kind }) => { if (kind !== 'health') throw new Error('crashed'); return {}; };";

/** The code of a worker is replaced. */
function replaced(worker: string, code: string, use?: Use): Fault {
  let repair: (() => Promise<void>) | undefined;
  return {
    provoke: async (stage) => {
      stage.setHanging(worker, code === DOES_NOT_RETURN);
      repair = await stage.replaceCode(worker, code);
      await use?.(stage);
    },
    heal: async (stage) => {
      await repair?.();
      stage.setHanging(worker, false);
    },
  };
}

/** The mapping of a worker is disabled. */
function disabled(worker: string): Fault {
  return {
    provoke: ({ stack, nameOf }) => stack.sources.setEnabled(nameOf(worker), false),
    heal: ({ stack, nameOf }) => stack.sources.setEnabled(nameOf(worker), true),
  };
}

/** The role of a worker has no right to the table. */
function denied(worker: string, use?: Use): Fault {
  return {
    provoke: async (stage) => {
      await stage.stack.functions.get(stage.nameOf(worker)).denyTable(true);
      await use?.(stage);
    },
    heal: ({ stack, nameOf }) => stack.functions.get(nameOf(worker)).denyTable(false),
  };
}

/** SES refuses every email, and one person is sent a code. */
function refused(name: string, message: string): Fault {
  return {
    provoke: async ({ stack }) => {
      stack.email.refusal = new ServiceError(name, message);
      await post(stack.url, '/v1/organizations', { ...organization(), owner_email: 'owner@elsewhere.example' });
    },
    heal: ({ stack }) => {
      stack.email.refusal = undefined;
    },
  };
}

/** A function cannot be loaded when one call arrives, and works again at once, before the heartbeat comes by. */
function failedOnce(id: string, path: string): Fault {
  return {
    provoke: async (stage) => {
      const repair = await stage.replaceCode(id, CANNOT_BE_LOADED);
      const { status } = await fetch(`${stage.stack.url}${path}`);
      await repair();
      if (status < 500) throw new Error(`${path} responded with ${status}`);
    },
    heal: () => {},
  };
}

/** The subscriptions of a topic are gone. */
function unsubscribed(name: string): Fault {
  const set = ({ stack }: DrillStage, isSubscribed: boolean) => {
    const topic = stack.assembly.resources('AWS::SNS::Topic').find((one) => one.name === serviceNameOf(DEV, name));
    stack.topics.setSubscribed(topic?.ref ?? '', isSubscribed);
  };
  return { provoke: (stage) => set(stage, false), heal: (stage) => set(stage, true) };
}

/** The mail domain of the stage loses the records that prove it to SES. */
const DOMAIN_WITHOUT_PROOF: Fault = {
  provoke: ({ stack }) => stack.identities.setProved(LOCAL_MAIL_DOMAIN, false),
  heal: ({ stack }) => stack.identities.setProved(LOCAL_MAIL_DOMAIN, true),
};

/** The receipt rules of another stage are the active ones. */
function otherReceiptRules(): Fault {
  let own: string | undefined;
  return {
    provoke: ({ stack: { receiptRules } }) => {
      own = receiptRules.active;
      receiptRules.active = 'another-stage-inbound';
    },
    heal: ({ stack: { receiptRules } }) => {
      receiptRules.active = own;
    },
  };
}

/** SES sends for the account no more, and no one sends an email. */
const PAUSED_ACCOUNT: Fault = {
  provoke: ({ stack }) => {
    stack.email.refusal = new ServiceError('SendingPausedException', 'Email sending is paused');
  },
  heal: ({ stack }) => {
    stack.email.refusal = undefined;
  },
};

const organization = () => ({ name: 'Drill', slug: `drill-${randomUUID().slice(0, 8)}` });

async function post(url: string, path: string, body: object, key?: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`POST ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

/** One client of an event stream begins to connect, and sends a message if it gets that far. */
async function connects({ stack }: DrillStage, message?: object): Promise<void> {
  const { admin_api_key: key } = await post(stack.url, '/v1/organizations', organization());
  const { connect_url: address } = await post(stack.url, '/v1/events/streams', {}, String(key));
  const socket = new WebSocket(String(address)).on('error', () => {});
  if (message === undefined) return;
  await new Promise<void>((resolve, reject) => socket.on('open', resolve).on('error', reject));
  socket.send(JSON.stringify(message));
}

/** One message that belongs to a tunnel. */
const sendsTunnelMessage: Use = (stage) => connects(stage, { type: 'body', id: 'drill' });

/** The failures that each have to make an alarm fire, in a stage that is used once at most. */
export const DRILLS: readonly Drill[] = [
  ...(['delivery', 'outbound-mail', 'relay'] as const).map(
    (worker): Drill => ({
      failure: `the mapping of \`${worker}\` is disabled`,
      alarm: 'Heartbeat',
      ...disabled(worker),
    }),
  ),
  {
    failure: '`sweep` cannot be loaded',
    alarm: 'Heartbeat',
    isMissing: true,
    ...replaced('sweep', CANNOT_BE_LOADED),
  },
  ...(['delivery', 'outbound-mail', 'inbound-mail', 'relay'] as const).map(
    (worker): Drill => ({
      failure: `\`${worker}\` cannot be loaded`,
      alarm: ERRORS[worker],
      isReleaseFault: true,
      ...replaced(worker, CANNOT_BE_LOADED),
    }),
  ),
  {
    failure: '`connections` cannot be loaded, and one client connects',
    alarm: ERRORS.connections,
    isReleaseFault: true,
    ...replaced('connections', CANNOT_BE_LOADED, connects),
  },
  {
    failure: '`connections` times out, and one client connects',
    alarm: ERRORS.connections,
    isReleaseFault: true,
    ...replaced('connections', DOES_NOT_RETURN, connects),
  },
  {
    failure: '`tunnel-messages` times out, and one client sends a message',
    alarm: ERRORS['tunnel-messages'],
    isReleaseFault: true,
    ...replaced('tunnel-messages', DOES_NOT_RETURN, sendsTunnelMessage),
  },
  ...(['delivery', 'outbound-mail', 'mail-status', 'sweep'] as const).map(
    (worker): Drill => ({
      failure: `\`${worker}\` may not use the table`,
      alarm: 'WorkerFailures',
      isReleaseFault: true,
      ...denied(worker),
    }),
  ),
  {
    failure: '`connections` may not use the table, and one client connects',
    alarm: 'WorkerFailures',
    isReleaseFault: true,
    ...denied('connections', connects),
  },
  ...(['http-mcp', 'http-mail', 'http-inbound-mail', 'tunnel-ingress'] as const).map(
    (id): Drill => ({
      failure: `\`${id}\` cannot be loaded, and no one calls it`,
      alarm: 'WorkerFailures',
      isReleaseFault: true,
      ...replaced(id, CANNOT_BE_LOADED),
    }),
  ),
  {
    failure: '`http-vault` may not use the table, and no one calls it',
    alarm: 'WorkerFailures',
    isReleaseFault: true,
    ...denied('http-vault'),
  },
  {
    failure: '`http-identities` cannot be loaded at one call, and works at the next',
    alarm: 'WorkerFailures',
    isReleaseFault: true,
    ...failedOnce('http-identities', '/v1/identities'),
  },
  {
    failure: '`http-mcp` fails every caller but the heartbeat, and no one calls it',
    alarm: 'Heartbeat',
    ...replaced('http-mcp', ONLY_LOOKS_HEALTHY),
  },
  ...(['inbound-mail', 'mail-status'] as const).map(
    (topic): Drill => ({
      failure: `the topic \`${topic}\` has lost its subscription`,
      alarm: 'Heartbeat',
      ...unsubscribed(topic),
    }),
  ),
  { failure: 'the mail domain has lost its DKIM records', alarm: 'AccountSettings', ...DOMAIN_WITHOUT_PROOF },
  { failure: 'other receipt rules are active', alarm: 'AccountSettings', ...otherReceiptRules() },
  { failure: 'SES has paused the account, and no email waits', alarm: 'AccountSettings', ...PAUSED_ACCOUNT },
  {
    failure: 'no one is subscribed to the alarms any longer',
    alarm: 'AccountSettings',
    ...unsubscribed('alarms'),
  },
  {
    failure: 'SES denies the role of `send-mail`, and one email waits',
    alarm: 'UnsentEmail',
    ...refused('AccessDeniedException', 'not authorized to perform ses:SendEmail'),
  },
  {
    failure: 'SES has paused the account, and one email waits',
    alarm: 'UnsentEmail',
    ...refused('SendingPausedException', 'Email sending is paused'),
  },
];
