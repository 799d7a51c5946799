import type { Assembly } from './assembly/assembly.ts';
import { arriveMail } from './console/arriving-mail.ts';
import { consolePages } from './console/console-pages.ts';
import { failureDials } from './console/failure-dials.ts';
import { LocalReceivers } from './console/local-receivers.ts';
import { newestRequests } from './console/newest-requests.ts';
import { OrganizationKeys } from './console/organization-keys.ts';
import { storedFile } from './console/stored-file.ts';
import { dashboardRoutes } from './dashboard/dashboard-routes.ts';
import type { EmailService } from './emulators/email/email-api.ts';
import type { Outbox } from './emulators/email/outbox.ts';
import type { Queues } from './emulators/queues/queues.ts';
import type { TableClient } from './engines/table-client.ts';
import type { KeptRequests } from './gateway/kept-requests.ts';
import type { LocalPages } from './gateway/local-routes.ts';
import type { LogStore } from './logs/log-store.ts';
import type { InboundMail } from './mail/inbound-mail.ts';
import { Mailboxes } from './mail/mailboxes.ts';
import type { StackMetrics } from './stack-metrics.ts';

interface Sources extends KeptRequests {
  readonly url: string;
  /** The address of the emulated AWS services, and so of links to files. */
  readonly awsUrl: string;
  readonly assembly: Assembly;
  readonly inbound: InboundMail;
  readonly outbox: Outbox;
  readonly email: EmailService;
  readonly queues: Queues;
  readonly metrics: StackMetrics;
  readonly logs: LogStore;
  /** The log group of the API's access log. */
  readonly accessLog: string | undefined;
  readonly client: TableClient;
  readonly tableName: string;
  /** Deletes all data, where the stack can be started again. */
  readonly reset: ((body: unknown) => unknown) | undefined;
}

/** Everything that the local profile serves in addition to the API: the console and the pages under `/_local`. */
export function localPages({ url, awsUrl, inbound, client, tableName, reset, ...sources }: Sources): LocalPages {
  const { assembly, outbox, replyNotes, tunnelRequests, email, queues, metrics, logs, accessLog } = sources;
  const keys = new OrganizationKeys(client, tableName);
  const console = consolePages(url, keys);
  const dials = failureDials(email, new LocalReceivers(url, keys.has));
  const mailboxes = new Mailboxes(client, tableName);
  return {
    ...console,
    ...dials,
    actions: {
      ...console.actions,
      ...dials.actions,
      '/_local/mail': (body) => arriveMail(body, inbound, mailboxes),
      '/_local/file': (body) => storedFile(body, awsUrl),
      ...(reset && { '/_local/reset': reset }),
    },
    routes: {
      '/_local/outbox': () => ({ messages: outbox.newest() }),
      '/_local/queues': () => ({ queues: queues.depths() }),
      '/_local/requests': () => newestRequests(logs, accessLog, replyNotes),
      '/_local/tunnel-requests': () => ({ requests: tunnelRequests.list() }),
      '/_local/alarms': () => ({ alarms: metrics.alarms() }),
      ...dashboardRoutes(assembly, { metrics, logs }),
      ...console.routes,
      ...dials.routes,
    },
  };
}
