import type { Assembly } from '#local/assembly/assembly.ts';
import type { Metric } from '#local/metrics/metric.ts';

interface Source {
  readonly namespace: string;
  /** The resources that each have these metrics, and the dimension that names them; none for metrics of the account. */
  readonly of?: { readonly type: string; readonly dimension: string; readonly by?: 'ref' };
  readonly names: readonly string[];
}

/**
 * The metrics that AWS services publish about the resources of a stage, as far as alarms and the dashboard may use
 * them. A metric with other dimensions than these has no data on AWS. The metrics of single methods and routes of API
 * Gateway are not included: they are switched off, because AWS charges for each of them.
 *
 * Source: the CloudWatch metrics pages of the developer guides of Lambda, API Gateway (REST and WebSocket APIs), SQS
 * and DynamoDB, and of the SES guide, Monitoring your SES sender reputation.
 */
const SOURCES = [
  {
    namespace: 'AWS/Lambda',
    of: { type: 'AWS::Lambda::Function', dimension: 'FunctionName' },
    names: ['Invocations', 'Errors', 'Throttles', 'Duration', 'ConcurrentExecutions', 'IteratorAge'],
  },
  {
    namespace: 'AWS/Lambda',
    names: [
      'Invocations',
      'Errors',
      'Throttles',
      'Duration',
      'ConcurrentExecutions',
      'UnreservedConcurrentExecutions',
      'ClaimedAccountConcurrency',
    ],
  },
  {
    namespace: 'AWS/ApiGateway',
    of: { type: 'AWS::ApiGateway::RestApi', dimension: 'ApiName' },
    names: ['Count', '4XXError', '5XXError', 'Latency', 'IntegrationLatency'],
  },
  {
    namespace: 'AWS/ApiGateway',
    of: { type: 'AWS::ApiGatewayV2::Api', dimension: 'ApiId', by: 'ref' },
    names: ['ConnectCount', 'MessageCount', 'IntegrationError', 'ClientError', 'ExecutionError', 'IntegrationLatency'],
  },
  {
    namespace: 'AWS/SQS',
    of: { type: 'AWS::SQS::Queue', dimension: 'QueueName' },
    names: [
      'ApproximateAgeOfOldestMessage',
      'ApproximateNumberOfMessagesDelayed',
      'ApproximateNumberOfMessagesNotVisible',
      'ApproximateNumberOfMessagesVisible',
      'NumberOfMessagesDeleted',
      'NumberOfMessagesReceived',
      'NumberOfMessagesSent',
    ],
  },
  {
    namespace: 'AWS/DynamoDB',
    of: { type: 'AWS::DynamoDB::Table', dimension: 'TableName' },
    names: [
      'ConsumedReadCapacityUnits',
      'ConsumedWriteCapacityUnits',
      'ReadThrottleEvents',
      'WriteThrottleEvents',
      'TransactionConflict',
    ],
  },
  {
    namespace: 'AWS/SES',
    names: ['Send', 'Delivery', 'Bounce', 'Complaint', 'Reject', 'Reputation.BounceRate', 'Reputation.ComplaintRate'],
  },
] as const satisfies readonly Source[];

/** The metrics that AWS publishes about the resources of the templates. */
export function awsMetrics(assembly: Assembly): readonly Metric[] {
  return SOURCES.flatMap((source: Source) => {
    const { namespace, of, names } = source;
    if (of === undefined) return names.map((name) => ({ namespace, name, dimensions: {} }));
    return assembly
      .resources(of.type)
      .map((resource) => (of.by === 'ref' ? resource.ref : resource.name))
      .flatMap((value) => names.map((name) => ({ namespace, name, dimensions: { [of.dimension]: value } })));
  });
}
