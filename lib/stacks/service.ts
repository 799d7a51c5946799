import { Stack, type StackProps } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { WorkQueueName } from '#shared/contract/jobs.ts';
import { SERVED_ROUTES } from '#shared/contract/table.ts';
import type { StageConfig } from '../config.ts';
import { Alarms } from '../constructs/alarms.ts';
import { CanaryRelease } from '../constructs/canary-release.ts';
import { ConsoleSite } from '../constructs/console-site.ts';
import { Dashboard } from '../constructs/dashboard/dashboard.ts';
import { HeartbeatAccess } from '../constructs/heartbeat-access.ts';
import { HttpApi } from '../constructs/http-api.ts';
import { InboundMail } from '../constructs/inbound-mail.ts';
import { KmsSigningAccess } from '../constructs/kms-signing-access.ts';
import { LayoutGuard } from '../constructs/layout-guard.ts';
import { MailAccess } from '../constructs/mail-access.ts';
import { OutboundMail } from '../constructs/outbound-mail.ts';
import { Outputs } from '../constructs/outputs.ts';
import { QueueAccess } from '../constructs/queue-access.ts';
import { QueueWorker } from '../constructs/queue-worker.ts';
import { Relay } from '../constructs/relay.ts';
import { RouteFunctions } from '../constructs/route-functions.ts';
import { SocketApi } from '../constructs/socket-api.ts';
import { Sweep } from '../constructs/sweep.ts';
import { Tunnels } from '../constructs/tunnels.ts';
import { setFeatureFlags } from '../feature-flags.ts';
import { ACCESS } from '../function-access.ts';
import type { DataStack } from './data.ts';

export interface ServiceStackProps extends StackProps {
  readonly config: StageConfig;
  readonly data: DataStack;
  /** The folder that holds one bundle folder for each function. */
  readonly assetRoot: string;
}

/**
 * The resources without data, which can be deleted and created again. The ids of constructs are those of release 0.2.0:
 * under another id, CloudFormation would create a resource with a fixed name a second time, and fail.
 */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, { config, data, assetRoot, ...props }: ServiceStackProps) {
    super(scope, id, { description: 'Agent identity and messaging: service', ...props });
    setFeatureFlags(this);
    const { keys, table, mail, content } = data;
    const common = { config, assetRoot };

    const routes = new RouteFunctions(this, 'Routes', { ...common, routes: SERVED_ROUTES });
    const site = config.console ? new ConsoleSite(this, 'Console', common) : undefined;
    const api = new HttpApi(this, 'Http', { config, functions: routes, consoleOrigin: site?.origin });
    const relay = new Relay(this, 'Relay', { ...common, table });
    const sweep = new Sweep(this, 'Sweeper', common);
    const outboundMail = new OutboundMail(this, 'MailOut', { ...common, storageKey: keys.storage });
    const inboundMail = new InboundMail(this, 'MailIn', { ...common, mail, storageKey: keys.storage });
    const queueWorkers: Record<WorkQueueName, QueueWorker> = {
      delivery: new QueueWorker(this, 'Delivery', { ...common, queue: 'delivery' }),
      'inbound-mail': inboundMail,
      'outbound-mail': outboundMail,
      'mail-status': outboundMail.status,
      'domain-checks': new QueueWorker(this, 'Domains', { ...common, queue: 'domain-checks' }),
      'event-streams': new QueueWorker(this, 'Streams', { ...common, queue: 'event-streams' }),
    };
    const sockets = new SocketApi(this, 'Sockets', { ...common, logRole: api.logRole });
    const tunnels = new Tunnels(this, 'Tunnels', { ...common, sockets });
    const apiAddress = config.publicUrl ?? api.address;
    site?.logAfter(api.logRole);
    site?.connectTo({ api: apiAddress, sockets: sockets.address });
    queueWorkers.delivery.worker.addEnvironment('OWN_URLS', [...new Set([apiAddress, api.address])].join(' '));
    site?.letCall(routes.all);
    const guard = new LayoutGuard(this, 'LayoutGuard', { ...common, table });
    site?.logAfter(guard.agreement);

    const queues = mapValues(queueWorkers, ({ queue }) => queue);
    const failureQueues = {
      'relay-failures': relay.failures,
      ...Object.fromEntries(
        Object.entries(queueWorkers).map(([name, { deadLetters }]) => [`${name}-dead-letters`, deadLetters]),
      ),
    };
    // Workers with an alarm on their errors: without the sweep, which its own metrics report missing if it fails.
    const workers = [relay, ...Object.values(queueWorkers), sockets, ...(site ? [site] : [])]
      .map(({ worker }) => worker)
      .concat(tunnels.messages);
    const guarded = [...routes.all, ...workers, sweep.worker, tunnels.ingress];
    for (const fn of guarded) guard.hold(fn);
    const functions = [...guarded, guard.worker];

    const watched = { config, api, relay: relay.worker, queues, failureQueues };
    const alarms = new Alarms(this, 'Alarms', { ...watched, workers });
    const queueAccess = new QueueAccess({ ...queues, 'relay-failures': relay.failures }, Object.values(failureQueues));
    const mailAccess = new MailAccess({ config, outboundMail });
    const kmsSigning = new KmsSigningAccess(this, config);
    const heartbeat = new HeartbeatAccess({
      config,
      functions,
      topics: { 'inbound-mail': inboundMail.topic, 'mail-status': outboundMail.status.topic },
      storageKey: keys.storage,
      apiAddress,
      consoleOrigin: site?.origin,
      alarmTopics: alarms.topics,
    });
    for (const fn of functions) {
      for (const part of [
        table,
        keys,
        kmsSigning,
        mail,
        content,
        queueAccess,
        sockets,
        tunnels,
        mailAccess,
        heartbeat,
      ]) {
        part.grantTo(fn, ACCESS[fn.functionId]);
      }
    }

    if (config.release === 'canary') new CanaryRelease(this, 'Release', { config, functions, alarms });
    const longCalls = {
      waits: routes.of('http-wait'),
      'A2A streams': routes.of('http-a2a-streams'),
      'tunnel requests': tunnels.ingress,
    };
    const dashboard = new Dashboard(this, 'Overview', { ...watched, alarms, table, sockets, tunnels, longCalls });
    new Outputs(this, 'Outputs', { config, apiAddress, outboundMail, dashboard, consoleAddress: site?.origin });
  }
}

function mapValues<K extends string, A, B>(record: Readonly<Record<K, A>>, map: (value: A) => B): Record<K, B> {
  return Object.fromEntries(Object.entries<A>(record).map(([key, value]) => [key, map(value)])) as Record<K, B>;
}
