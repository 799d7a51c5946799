import { WORK_QUEUES } from '#shared/contract/jobs.ts';
import { type Access, INBOUND_MAIL_ROWS } from './access.ts';
import type { FunctionName } from './functions.ts';

/** The access of the workers. See: docs/data-model.md. */
export const WORKER_ACCESS: Readonly<Record<Extract<FunctionName, `worker-${string}`>, Access>> = {
  // Push notifications of tasks are deliveries too; their content is in rows of the task.
  'worker-relay': {
    read: ['webhook', 'event', 'delivery', 'task', 'organization'],
    write: ['delivery'],
    stream: true,
    // The queues of inbound mail and of mail status get their jobs from topics. A sweep of release 0.2.0, which may run
    // next to this relay, has their heartbeats sent by the relay too.
    sendsTo: [...WORK_QUEUES, 'relay-failures'],
  },
  'worker-tunnel-ingress': {
    read: ['tunnelAddress', 'tunnelReply', 'keyHash', 'identity', 'user', 'memberSettings', 'organization', 'keyring'],
    write: ['rate', 'longCall', 'tunnelAddress', 'keyring'],
    readBodies: ['requests', 'responses'],
    writeBodies: ['requests'],
    connections: ['manage'],
  },
  'worker-delivery': {
    // A recovery reads what it matched, and the deliveries as they are now.
    read: ['webhook', 'event', 'task', 'delivery', 'identity', 'keyring', 'organization', 'rate'],
    // Counters of budgets and of failures, and the slots of destinations. An endpoint that is gone or has failed for
    // days is disabled, and the owner of its organization is notified.
    write: ['heartbeat', 'delivery', 'deliveryWait', 'rate', 'longCall', 'webhook', 'outbox'],
    insert: ['audit', 'deliveryResponse'],
    readContent: ['task', 'event'],
    sendsTo: ['delivery'],
  },
  // The signal of the heartbeat is an outbox entry. It creates signing keys and deletes old ones, and can unwrap none.
  'worker-sweep': {
    read: ['heartbeat', 'organization', 'rate', 'signingKey'],
    write: ['delivery', 'deliveryWait', 'domain', 'mailDraft', 'searchIndex', 'outbox', 'heartbeat', 'signingKey'],
    due: true,
    sendsTo: ['delivery', 'domain-checks'],
    countsFailures: true,
    heartbeat: true,
    mail: ['read own domain', 'read sending status', 'read receipt rules'],
  },
  // Both check the key of a stream again, and remove what is stored about a connection that has ended.
  'worker-connections': {
    read: [
      'connectionTicket',
      'connection',
      'event',
      'keyHash',
      'identity',
      'user',
      'memberSettings',
      'trustedIssuer',
      'organization',
      'tunnel',
      'tunnelAddress',
    ],
    write: ['connectionTicket', 'connection', 'webhook', 'rate', 'apiKeys', 'tunnelAddress', 'longCall'],
    sendsTo: ['event-streams'],
    connections: ['manage'],
    tunnelAddress: true,
  },
  'worker-tunnel-messages': {
    read: ['connection', 'keyring'],
    write: ['connection', 'rate', 'tunnelAddress', 'tunnelReply', 'longCall'],
    writeBodies: ['responses'],
    connections: ['manage'],
  },
  'worker-event-streams': {
    read: ['event', 'connection', 'keyHash', 'identity', 'user', 'memberSettings'],
    write: ['heartbeat', 'connection', 'webhook', 'tunnelAddress', 'rate', 'longCall'],
    insert: ['event'],
    readContent: ['event'],
    sendsTo: ['event-streams'],
    connections: ['manage'],
  },
  'worker-domain-checks': {
    read: ['domain', 'domainName'],
    write: ['heartbeat', 'domain', 'domainName'],
    insert: ['audit'],
    mail: ['manage domains'],
  },
  // It serves its own files.
  'worker-console': { read: [], write: [] },
  // It counts the rows to tell an empty table.
  'worker-layout-guard': { read: ['layout'], write: ['layout'], countsRows: true },
  'worker-inbound-mail': {
    read: ['identity', ...INBOUND_MAIL_ROWS.read],
    write: ['heartbeat', ...INBOUND_MAIL_ROWS.write, 'clock'],
    readFiles: ['raw'],
    writeFiles: ['content'],
    tagFiles: ['raw', 'content'],
    // A message that waited in a backlog returns to the queue with its organization as message group.
    sendsTo: ['inbound-mail'],
  },
  'worker-outbound-mail': {
    read: [
      'outbox',
      'keyring',
      'providerAccount',
      'mail',
      'mailOutcome',
      'mailReference',
      'mailboxAddress',
      'domain',
      // The holder of a new domain, and what refuses an email that has waited for a later day.
      'domainName',
      'suppression',
      'contactRuleTarget',
      'identity',
      'correspondent',
      'mention',
    ],
    write: [
      'heartbeat',
      'rate',
      'outbox',
      'mail',
      'sentMail',
      'mailOutcome',
      'mailReference',
      'correspondent',
      'mention',
      'event',
      'clock',
    ],
    readFiles: ['content', 'attachments'],
    // A message that SES throttles waits in the queue as a new job with a delay.
    sendsTo: ['outbound-mail'],
    mail: ['send', 'assume provider roles'],
  },
  // A notification can arrive before the sender has recorded that the mail was sent; then this function records it.
  'worker-mail-status': {
    read: ['mail', 'sentMail', 'mailOutcome', 'mailReference', 'mailboxAddress', 'domain', 'identity'],
    write: ['heartbeat', 'mail', 'sentMail', 'mailOutcome', 'mailReference', 'suppression', 'event', 'clock'],
  },
};
