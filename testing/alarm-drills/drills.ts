import type { Drill } from './alarm-drill.ts';
import {
  allReplaced,
  CANNOT_BE_LOADED,
  callsApi,
  connects,
  DOES_NOT_RETURN,
  DOMAIN_WITHOUT_PROOF,
  denied,
  disabled,
  failedOnce,
  ONLY_LOOKS_HEALTHY,
  otherReceiptRules,
  PAUSED_ACCOUNT,
  REFUSES_CALLERS,
  refused,
  replaced,
  sendsTunnelMessage,
  unsubscribed,
} from './faults.ts';

/** The alarms on the errors of workers. */
const ERRORS = {
  relay: 'WorkerRelayErrors',
  delivery: 'WorkerDeliveryErrors',
  'outbound-mail': 'WorkerOutboundMailErrors',
  'inbound-mail': 'WorkerInboundMailErrors',
  connections: 'WorkerConnectionsErrors',
  'tunnel-messages': 'WorkerTunnelMessagesErrors',
} as const;

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
    failure: 'every function of the API cannot be loaded, and no one calls it',
    alarm: 'WorkerFailures',
    isReleaseFault: true,
    ...allReplaced(CANNOT_BE_LOADED),
  },
  {
    failure: 'every function of the API cannot be loaded, and it is called once',
    alarm: 'WorkerFailures',
    isReleaseFault: true,
    ...allReplaced(CANNOT_BE_LOADED, callsApi),
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
  {
    failure: '`tunnel-ingress` fails every caller but the heartbeat, and no one calls it',
    alarm: 'Heartbeat',
    ...replaced('tunnel-ingress', ONLY_LOOKS_HEALTHY),
  },
  ...(['http-streams', 'connections'] as const).map(
    (id): Drill => ({
      failure: `\`${id}\` refuses every caller but the heartbeat, and no one calls it`,
      alarm: 'Heartbeat',
      ...replaced(id, REFUSES_CALLERS),
    }),
  ),
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
