import { join } from 'node:path';
import { AccessCheck } from './access/access-check.ts';
import { statementsByRole } from './access/role-statements.ts';
import { substituteAddresses } from './addresses.ts';
import { Assembly } from './assembly/assembly.ts';
import { buildAssembly } from './assembly/build-assembly.ts';
import { functionDefinitions } from './assembly/function-definition.ts';
import { readStacks } from './assembly/read-stacks.ts';
import { Clock } from './clock.ts';
import { resetAction } from './console/reset-action.ts';
import { startAwsEndpoint } from './emulators/aws-endpoint.ts';
import { startDnsServer } from './emulators/dns/dns-server.ts';
import { allRecordsZone } from './emulators/dns/wildcard-zone.ts';
import { EmailService } from './emulators/email/email-api.ts';
import { publishToDestinations } from './emulators/email/event-destinations.ts';
import { Identities } from './emulators/email/identities.ts';
import { Outbox } from './emulators/email/outbox.ts';
import { templateIdentities } from './emulators/email/sender-identity.ts';
import { SuppressionLists, suppressedReasonsOf } from './emulators/email/suppression.ts';
import { Tenants } from './emulators/email/tenants.ts';
import { knownKeys } from './emulators/keys/key-api.ts';
import { KeyStore } from './emulators/keys/key-store.ts';
import { SigningKeyStore } from './emulators/keys/signing-key-store.ts';
import { ObjectStore } from './emulators/objects/object-store.ts';
import { Queues, queueDefinitions } from './emulators/queues/queues.ts';
import { Topics } from './emulators/topics/topics.ts';
import { createTables } from './engines/create-tables.ts';
import { startDynamoDb } from './engines/dynamodb-engine.ts';
import { trimStream } from './engines/stream-index.ts';
import { FunctionLogs } from './functions/function-log.ts';
import { stackFunctions } from './functions/stack-functions.ts';
import { apiDefinitions } from './gateway/api-definition.ts';
import { startApiGateway } from './gateway/api-gateway.ts';
import { startHttpApi } from './gateway/http-api.ts';
import { keepRequests } from './gateway/kept-requests.ts';
import { localPages } from './local-pages.ts';
import type { LocalStack, StackProps } from './local-stack.ts';
import { LogStore } from './logs/log-store.ts';
import { replyAutomatically } from './mail/automatic-reply.ts';
import { InboundMail } from './mail/inbound-mail.ts';
import { loopBack } from './mail/loopback-route.ts';
import { Mailboxes } from './mail/mailboxes.ts';
import { startSmtp } from './mail/smtp-receiver.ts';
import { socketDefinition } from './sockets/socket-definition.ts';
import { SocketGateway } from './sockets/socket-gateway.ts';
import { EventSources } from './sources/event-sources.ts';
import { StackMetrics } from './stack-metrics.ts';
import { openDatabase } from './state/database.ts';
import { openWorkspace } from './state/workspace.ts';
import { untilReady } from './until-ready.ts';

/**
 * Starts the whole synthesized stack on this machine. The ports are opened first, so that a busy one is reported before
 * any other work. Every part is defined by the assembly.
 */
export async function startStack(props: StackProps): Promise<LocalStack> {
  const undo: (() => unknown)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    return await start(props, undo, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(props: StackProps, undo: (() => unknown)[], stop: () => Promise<void>): Promise<LocalStack> {
  const { settings, show, build = buildAssembly, readyPath = '/v1/ready' } = props;
  let stopping = false;
  let isReady = false;
  const onError = (error: Error) => stopping || show(error.message);

  const workspace = openWorkspace(settings.stateDir);
  undo.push(() => workspace.release());
  const gateway = await startApiGateway({ port: settings.port, what: 'API', variable: 'AID_PORT' });
  undo.push(() => gateway.close());
  const tunnelGateway = await startApiGateway({
    port: settings.tunnelPort,
    what: 'tunnels',
    variable: 'AID_TUNNEL_PORT',
    mayChange: settings.tunnelPortMayChange,
  });
  undo.push(() => tunnelGateway.close());
  const smtp = await startSmtp(settings.smtpPort, onError);
  undo.push(() => smtp.close());
  const aws = await startAwsEndpoint(settings.emulatorSecret);
  undo.push(() => aws.close());
  const dns = await startDnsServer(allRecordsZone);
  undo.push(() => dns.close());
  const url = `http://127.0.0.1:${gateway.port}`;
  const tunnelUrl = `http://127.0.0.1:${tunnelGateway.port}`;

  const assemblyDir = join(workspace.dir, 'assembly');
  const [engine] = await Promise.all([
    startDynamoDb(workspace.dir, settings.dynamodbEndpoint).then((started) => {
      undo.push(() => started.stop());
      return started;
    }),
    build(assemblyDir, settings.stage),
  ]);
  engine.onExit(() => props.onBroken('the DynamoDB engine ended'));
  const assembly = new Assembly(readStacks(assemblyDir), aws.url);
  const database = openDatabase(workspace);
  undo.push(() => database.close());

  const clock = new Clock();
  const metrics = new StackMetrics(assembly, clock);
  const requestLogs = new LogStore(metrics.readLogLine);
  undo.push(() => metrics.stop());
  const tables = await createTables(assembly, engine.client);
  const queues = new Queues(queueDefinitions(assembly), database, clock);
  undo.push(() => queues.close());
  const topics = new Topics(assembly, queues);
  const buckets = assembly.resources('AWS::S3::Bucket').map(({ name }) => name);
  const objects = new ObjectStore(buckets, workspace, database);
  const identities = new Identities(database, templateIdentities(assembly));
  const inbound = new InboundMail(assembly, objects, topics, identities.isVerified);
  const outbox = new Outbox(database);
  const suppression = new SuppressionLists(database, suppressedReasonsOf(assembly));
  const email = new EmailService({
    outbox,
    routes: [
      publishToDestinations(assembly, topics),
      loopBack(inbound),
      replyAutomatically(inbound),
      metrics.reputation.route,
    ],
    tenants: new Tenants(database, suppression),
    suppression,
    isVerified: identities.isVerified,
    onError,
  });

  const socketApi = socketDefinition(assembly);
  const site = await startHttpApi(assembly);
  undo.push(() => site?.close());
  const substitute = substituteAddresses({ url, tunnelUrl, socketApi, site });
  const definitions = functionDefinitions(assembly, substitute);
  const byRole = statementsByRole(assembly);
  const access = settings.checkAccess ? new AccessCheck(definitions, byRole, show) : undefined;
  const store = new KeyStore(workspace);
  const keys = { store, known: knownKeys(assembly), signing: new SigningKeyStore(database, store) };
  const receiptRules = { active: assembly.resources('AWS::SES::ReceiptRuleSet')[0]?.name };
  const folder = workspace.ephemeral ? undefined : join(workspace.dir, 'logs');
  const logs = new FunctionLogs({
    folder,
    level: settings.log,
    show: (line) => stopping || show(line),
    onLine: metrics.readLine,
  });
  undo.push(() => logs.close());
  const endpoints = { secret: settings.emulatorSecret, aws: aws.url, dynamodb: engine.endpoint, dns: dns.address };
  const functions = stackFunctions({
    settings,
    assembly,
    definitions,
    byRole,
    endpoints,
    dir: workspace.dir,
    logs,
    recorder: metrics.recorder,
    clock,
  });
  undo.push(() => functions.stop());
  const sockets = socketApi && new SocketGateway(socketApi, functions);
  undo.push(() => sockets?.close());
  aws.open({
    queues,
    topics,
    objects,
    email,
    identities,
    receiptRules,
    keys,
    access,
    functions,
    sockets: () => sockets,
  });

  const sources = new EventSources({ assembly, functions, queues, tables, client: engine.client, database, onError });
  undo.push(() => sources.stop());
  for (const { name, streamArn } of tables) {
    const readUpTo = sources.readUpTo(streamArn);
    if (engine.file !== undefined && readUpTo !== undefined) trimStream(engine.file, name, readUpTo);
  }
  const [api, tunnelApi] = apiDefinitions(assembly, substitute);
  if (api === undefined) throw new Error('the templates have no REST API');
  const [table] = tables;
  const logged = { metrics, logs: requestLogs, accessLog: api.accessLog?.group, tableName: table?.name ?? '' };
  const ports = { port: gateway.port, tunnelPort: tunnelGateway.port, smtpPort: smtp.port };
  const { onReset } = props;
  const restart = onReset && (() => onReset({ ...settings, ...ports }));
  const reset = restart && resetAction({ workspace, gateway, tableFile: engine.file, isReady: () => isReady, restart });
  const { replyNotes, tunnelRequests } = keepRequests();
  const parts = { replyNotes, tunnelRequests, assembly, inbound, outbox, email, queues, client: engine.client, reset };
  const pages = localPages({ url, awsUrl: aws.url, ...parts, ...logged });
  gateway.open({ api, functions, pages, sockets, logs: requestLogs, replyNotes });
  site?.open(functions);
  if (tunnelApi !== undefined) tunnelGateway.open({ api: tunnelApi, functions, sockets: undefined, tunnelRequests });
  await untilReady(`${url}${readyPath}`);
  sources.start();
  metrics.start(queues);
  if (table !== undefined) smtp.open(inbound, new Mailboxes(engine.client, table.name));
  void email.resume();
  isReady = true;

  return {
    url,
    smtpPort: smtp.port,
    awsEndpoint: aws.url,
    dynamodbEndpoint: engine.endpoint,
    queues,
    functions,
    metrics,
    assembly,
    topics,
    identities,
    receiptRules,
    sources,
    email,
    clock,
    sockets,
    consoleUrl: site?.url,
    stop: () => {
      stopping = true;
      return stop();
    },
  };
}
