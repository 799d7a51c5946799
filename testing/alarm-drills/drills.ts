import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { ServiceError } from '#local/http/service-error.ts';
import type { Drill, DrillStage } from './alarm-drill.ts';

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
