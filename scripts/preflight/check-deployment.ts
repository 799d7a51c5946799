import { GetAccountSettingsCommand, GetFunctionConcurrencyCommand } from '@aws-sdk/client-lambda';
import { GetParameterCommand } from '@aws-sdk/client-ssm';
import { BOOTSTRAP_QUALIFIER, DEFAULT_QUALIFIER } from '#lib/cdk-context.ts';
import { MIN_CONCURRENCY, MIN_UNRESERVED_CONCURRENCY } from '#lib/concurrency.ts';
import type { StageConfig } from '#lib/config.ts';
import { FUNCTION_NAMES, FUNCTIONS } from '#lib/functions.ts';
import { QUEUE_WORKERS, workerConcurrency } from '#lib/queue-workers.ts';
import { serviceNameOf } from '#lib/settings.ts';
import type { Account } from './account.ts';
import { type Finding, fail, isNamed, ok, warn } from './finding.ts';

const BOOTSTRAP = 'bootstrap';
const CONCURRENCY = 'concurrency';

/** The parameter in which `cdk bootstrap` records its version. See: AWS CDK developer guide, Bootstrapping. */
const versionParameterOf = (qualifier: string) => `/cdk-bootstrap/${qualifier}/version`;

/** The least version that the templates accept, by the rule that the CDK adds to each of them. */
const MIN_BOOTSTRAP_VERSION = 6;

/** Below this quota a few waits at once leave the other functions without concurrency. */
const COMFORTABLE_QUOTA = 500;

/** What the workers of queues run at once at least: a mapping accepts no lower maximum. */
const LEAST_WORKERS = Object.keys(QUEUE_WORKERS).length * MIN_CONCURRENCY;

/** Checks that the CDK can deploy to the account and region at all, with the qualifier of the stage's bootstrap. */
export async function checkBootstrap({ ssm, id, region }: Account, qualifier = DEFAULT_QUALIFIER): Promise<Finding> {
  const own = qualifier === DEFAULT_QUALIFIER ? '' : ` --qualifier ${qualifier}`;
  const wayOut = `run: npx cdk bootstrap${own} aws://${id}/${region}`;
  try {
    const { Parameter } = await ssm.send(new GetParameterCommand({ Name: versionParameterOf(qualifier) }));
    const version = Number(Parameter?.Value);
    const named = own === '' ? '' : ` with the qualifier ${qualifier}`;
    if (version >= MIN_BOOTSTRAP_VERSION) return ok(BOOTSTRAP, `version ${version} in ${region}${named}`);
    return fail(BOOTSTRAP, `version ${Parameter?.Value} is older than ${MIN_BOOTSTRAP_VERSION}; ${wayOut}`);
  } catch (error) {
    if (!isNamed(error, 'ParameterNotFound')) throw error;
    const hint =
      own === ''
        ? `, or, for a bootstrap with a qualifier of its own, set ${BOOTSTRAP_QUALIFIER} in the context of cdk.json`
        : '';
    return fail(BOOTSTRAP, `the CDK has not been set up in ${region}; ${wayOut}${hint}`);
  }
}

/** Checks that Lambda's quota has room for what the stage reserves. */
export async function checkConcurrency({ lambda, region }: Account, config: StageConfig): Promise<Finding> {
  const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}));
  const quota = AccountLimit?.ConcurrentExecutions ?? 0;
  const unreserved = AccountLimit?.UnreservedConcurrentExecutions ?? quota;
  const names = FUNCTION_NAMES.filter((name) => FUNCTIONS[name].longLived).map((name) => serviceNameOf(config, name));
  const current = await Promise.all(names.map((name) => reservedFor(lambda, name)));
  const wanted = names.length * config.waitConcurrency;
  const left = unreserved + current.reduce((sum, reserved) => sum + reserved, 0) - wanted;
  const raise = `ask for a higher "Concurrent executions" in Service Quotas (AWS Lambda, ${region})`;
  if (wanted > 0 && left < MIN_UNRESERVED_CONCURRENCY) {
    return fail(
      CONCURRENCY,
      `the stage reserves ${wanted}, which leaves ${left} of the quota of ${quota}, and Lambda keeps ` +
        `${MIN_UNRESERVED_CONCURRENCY} unreserved; set AID_WAIT_CONCURRENCY=0 to reserve nothing, or ${raise}`,
    );
  }
  const { accountConcurrency: configured = quota } = config;
  if (configured > quota) {
    return warn(
      CONCURRENCY,
      `AID_ACCOUNT_CONCURRENCY is ${configured}, and the quota of the account is ${quota}, so the alarm for its use ` +
        `would never fire; set it to ${quota}, or ${raise}`,
    );
  }
  const workers = workerConcurrency(config);
  if (workers > Math.max(left, LEAST_WORKERS)) {
    return warn(
      CONCURRENCY,
      `the workers of queues may run ${workers} batches at once, and ${left} executions are unreserved: Lambda would ` +
        'receive messages that it cannot run, until they are dead letters; leave AID_DELIVERY_CONCURRENCY, ' +
        'AID_STREAM_CONCURRENCY, AID_INBOUND_CONCURRENCY and AID_SEND_CONCURRENCY out, or lower them',
    );
  }
  if (quota < COMFORTABLE_QUOTA) {
    return warn(
      CONCURRENCY,
      `only ${quota} functions run at once, and each open wait or stream occupies one; ${raise} before ` +
        'agents wait, and then set AID_ACCOUNT_CONCURRENCY to it',
    );
  }
  if (wanted === 0) {
    return warn(
      CONCURRENCY,
      `the stage reserves nothing of ${quota}, so waits can use up all of it, and its workers run at most ` +
        `${workers} batches at once; set AID_ACCOUNT_CONCURRENCY=${quota}`,
    );
  }
  const counted = configured < quota ? `; it counts on ${configured} of the quota (AID_ACCOUNT_CONCURRENCY)` : '';
  return ok(CONCURRENCY, `the stage reserves ${wanted} of ${quota}, and ${left} stay unreserved${counted}`);
}

/** What an earlier deployment of the stage reserved for a function, which is not free but already counted. */
async function reservedFor(lambda: Account['lambda'], functionName: string): Promise<number> {
  try {
    const found = await lambda.send(new GetFunctionConcurrencyCommand({ FunctionName: functionName }));
    return found.ReservedConcurrentExecutions ?? 0;
  } catch (error) {
    if (isNamed(error, 'ResourceNotFoundException')) return 0;
    throw error;
  }
}
