import { join } from 'node:path';
import { Stack, type StackProps } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { QUEUE_URL_VARIABLES } from '#shared/contract/jobs.ts';
import { ROUTES } from '#shared/contract/table.ts';
import { ACCESS } from '../access.ts';
import type { StageConfig } from '../config.ts';
import { Alarms } from '../constructs/alarms.ts';
import { CanaryRelease } from '../constructs/canary-release.ts';
import { Dashboard } from '../constructs/dashboard/dashboard.ts';
import { Delivery } from '../constructs/delivery.ts';
import { DomainChecks } from '../constructs/domain-checks.ts';
import { EventStreams } from '../constructs/event-streams.ts';
import { HttpApi } from '../constructs/http-api.ts';
import { LayoutGuard } from '../constructs/layout-guard.ts';
import { MailIn } from '../constructs/mail-in.ts';
import { MailOut } from '../constructs/mail-out.ts';
import { Outputs } from '../constructs/outputs.ts';
import { grantProviderLook, grantProviderRoles } from '../constructs/provider-access.ts';
import { Relay } from '../constructs/relay.ts';
import { RouteFunctions } from '../constructs/route-functions.ts';
import { SocketApi } from '../constructs/socket-api.ts';
import { Sweeper } from '../constructs/sweeper.ts';
import { Tunnels } from '../constructs/tunnels.ts';
import { BUNDLE_ROOT } from '../functions.ts';
import type { DataStack } from './data.ts';

export interface ServiceStackProps extends StackProps {
  readonly config: StageConfig;
  readonly data: DataStack;
  /** The folder of the bundles; tests put stand-ins elsewhere. */
  readonly assetRoot?: string;
}

/** The resources without data, which can be deleted and created again. */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, { config, data, assetRoot: root, ...props }: ServiceStackProps) {
    super(scope, id, { description: 'Agent identity and messaging: service', ...props });
    const assetRoot = root ?? join(import.meta.dirname, '..', '..', BUNDLE_ROOT);
    const { keys, table, mail, content } = data;
    const common = { config, assetRoot };

    const routes = new RouteFunctions(this, 'Routes', { ...common, routes: ROUTES });
    const api = new HttpApi(this, 'Http', { config, functions: routes });
    const relay = new Relay(this, 'Relay', { ...common, table });
    const delivery = new Delivery(this, 'Delivery', common);
    const sweeper = new Sweeper(this, 'Sweeper', common);
    const mailIn = new MailIn(this, 'MailIn', { ...common, mail, storageKey: keys.storage });
    const mailOut = new MailOut(this, 'MailOut', { ...common, storageKey: keys.storage });
    const domains = new DomainChecks(this, 'Domains', common);
    const sockets = new SocketApi(this, 'Sockets', { ...common, logRole: api.logRole });
    const streams = new EventStreams(this, 'Streams', { ...common, sockets });

    const tunnels = new Tunnels(this, 'Tunnels', { ...common, sockets });

    const workers = [relay, delivery, sweeper, sockets, streams, mailIn, mailOut, mailOut.outcomes, domains].map(
      (part) => part.worker,
    );
    const functions = [...routes.all, ...workers, tunnels.ingress, tunnels.messages];
    const guard = new LayoutGuard(this, 'LayoutGuard', { ...common, table });
    for (const fn of functions) guard.hold(fn);
    functions.push(guard.worker);
    for (const fn of functions) {
      table.grantTo(fn, ACCESS[fn.functionId]);
      keys.grantTo(fn, ACCESS[fn.functionId]);
      mail.grantTo(fn, ACCESS[fn.functionId]);
      content.grantTo(fn, ACCESS[fn.functionId]);
    }
    delivery.grantSendTo(relay.worker);
    mailOut.grantSendTo(relay.worker);
    delivery.grantSendTo(sweeper.worker);
    streams.grantSendTo(relay.worker);
    // Only heartbeats: the jobs of these two queues come from topics.
    mailIn.jobs.grantSendTo(relay.worker, QUEUE_URL_VARIABLES.inboundMail);
    mailOut.outcomes.jobs.grantSendTo(relay.worker, QUEUE_URL_VARIABLES.mailStatus);
    for (const group of ['http-streams', 'http-tunnels'] as const) sockets.grantAddressTo(routes.of(group));
    for (const fn of [routes.of('http-tunnels'), sockets.worker]) tunnels.grantAddressTo(fn);
    for (const fn of [relay.worker, sweeper.worker]) domains.grantSendTo(fn);
    domains.grantCheckTo(routes.of('http-domains'));
    grantProviderRoles(mailOut.worker);
    grantProviderRoles(routes.of('http-provider-accounts'));
    grantProviderLook(routes.of('http-provider-accounts'));

    const jobs = {
      delivery: delivery.jobs,
      'inbound-mail': mailIn.jobs,
      'outbound-mail': mailOut.jobs,
      'mail-status': mailOut.outcomes.jobs,
      'domain-checks': domains.jobs,
      'event-streams': streams.jobs,
    };
    const byName = Object.entries(jobs);
    const queues = Object.fromEntries(byName.map(([name, job]) => [name, job.queue]));
    const failureQueues = {
      'relay-failures': relay.failures,
      ...Object.fromEntries(byName.map(([name, job]) => [`${name}-dead-letters`, job.deadLetters])),
    };
    sweeper.watch(Object.values(failureQueues));
    const watched = { config, api, relay: relay.worker, queues, failureQueues };
    // Without the sweep, because its metrics are missing if it fails.
    const errorsOf = [relay, delivery, streams, mailIn, mailOut, mailOut.outcomes, domains, sockets].map(
      ({ worker }) => worker,
    );
    const alarms = new Alarms(this, 'Alarms', {
      ...watched,
      workers: [...errorsOf, tunnels.messages],
    });
    if (config.release === 'canary') {
      new CanaryRelease(this, 'Release', { config, functions, alarms });
    }
    const longCalls = {
      waits: routes.of('http-wait'),
      'A2A streams': routes.of('http-a2a-streams'),
      'tunnel requests': tunnels.ingress,
    };
    const dashboard = new Dashboard(this, 'Overview', { ...watched, alarms, table, sockets, tunnels, longCalls });
    new Outputs(this, 'Outputs', { config, api, mailOut, dashboard });
  }
}
