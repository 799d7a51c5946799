import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { FUNCTION_NAMES } from '#lib/functions.ts';
import { serviceNameOf } from '#lib/settings.ts';
import { LOCAL_MAIL_DOMAIN } from '#lib/stage-variables.ts';
import { ServiceError } from '#local/http/service-error.ts';
import type { Drill, DrillStage } from './alarm-drill.ts';

const DEV = { stage: 'dev' } as const;

type Fault = Pick<Drill, 'provoke' | 'heal'>;

/** What someone does with a stage, once. */
type Use = (stage: DrillStage) => Promise<unknown>;

export const CANNOT_BE_LOADED = "throw new Error('cannot be loaded');";
export const DOES_NOT_RETURN = 'export const handler = () => new Promise(() => {});';

/** Responds to the heartbeat, and to no caller of the API. */
export const ONLY_LOOKS_HEALTHY =
  "export const handler = async ({ kind }) => { if (kind !== 'health') throw new Error('crashed'); return {}; };";

/** The same, with a response of its own instead of a crash. */
export const REFUSES_CALLERS =
  "export const handler = async ({ kind }) => ({ statusCode: kind === 'health' ? 204 : 503, body: '' });";

/** The code of a worker is replaced. */
export function replaced(worker: string, code: string, use?: Use): Fault {
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

/** The code of every function that serves the API is replaced at once, as a broken dependency of all would do. */
export function allReplaced(code: string, use?: Use): Fault {
  const repairs: (() => Promise<void>)[] = [];
  return {
    provoke: async (stage) => {
      for (const id of FUNCTION_NAMES.filter((name) => name.startsWith('http-'))) {
        repairs.push(await stage.replaceCode(id, code));
      }
      await use?.(stage);
    },
    heal: async () => {
      // Two functions may have one bundle: the repair of the first has what it was.
      for (const repair of repairs.splice(0).reverse()) await repair();
    },
  };
}

/** The mapping of a worker is disabled. */
export function disabled(worker: string): Fault {
  return {
    provoke: ({ stack, nameOf }) => stack.sources.setEnabled(nameOf(worker), false),
    heal: ({ stack, nameOf }) => stack.sources.setEnabled(nameOf(worker), true),
  };
}

/** The role of a worker has no right to the table. */
export function denied(worker: string, use?: Use): Fault {
  return {
    provoke: async (stage) => {
      await stage.stack.functions.get(stage.nameOf(worker)).denyTable(true);
      await use?.(stage);
    },
    heal: ({ stack, nameOf }) => stack.functions.get(nameOf(worker)).denyTable(false),
  };
}

/** SES refuses every email, and one person is sent a code. */
export function refused(name: string, message: string): Fault {
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
export function failedOnce(id: string, path: string): Fault {
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
export function unsubscribed(name: string): Fault {
  const set = ({ stack }: DrillStage, isSubscribed: boolean) => {
    const topic = stack.assembly.resources('AWS::SNS::Topic').find((one) => one.name === serviceNameOf(DEV, name));
    stack.topics.setSubscribed(topic?.ref ?? '', isSubscribed);
  };
  return { provoke: (stage) => set(stage, false), heal: (stage) => set(stage, true) };
}

/** The mail domain of the stage loses the records that prove it to SES. */
export const DOMAIN_WITHOUT_PROOF: Fault = {
  provoke: ({ stack }) => stack.identities.setProved(LOCAL_MAIL_DOMAIN, false),
  heal: ({ stack }) => stack.identities.setProved(LOCAL_MAIL_DOMAIN, true),
};

/** The receipt rules of another stage are the active ones. */
export function otherReceiptRules(): Fault {
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
export const PAUSED_ACCOUNT: Fault = {
  provoke: ({ stack }) => {
    stack.email.refusal = new ServiceError('SendingPausedException', 'Email sending is paused');
  },
  heal: ({ stack }) => {
    stack.email.refusal = undefined;
  },
};

/** Someone calls the API once, and gets no response of a function. */
export const callsApi: Use = async ({ stack }) => {
  const { status } = await fetch(`${stack.url}/v1/me`);
  if (status < 500) throw new Error(`/v1/me responded with ${status}`);
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
export async function connects({ stack }: DrillStage, message?: object): Promise<void> {
  const { admin_api_key: key } = await post(stack.url, '/v1/organizations', organization());
  const { connect_url: address } = await post(stack.url, '/v1/events/streams', {}, String(key));
  const socket = new WebSocket(String(address)).on('error', () => {});
  if (message === undefined) return;
  await new Promise<void>((resolve, reject) => socket.on('open', resolve).on('error', reject));
  socket.send(JSON.stringify(message));
}

/** One message that belongs to a tunnel. */
export const sendsTunnelMessage: Use = (stage) => connects(stage, { type: 'body', id: 'drill' });
