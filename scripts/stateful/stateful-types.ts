/** The properties of a resource as a template has them. */
export type Properties = Readonly<Record<string, unknown>>;

/** A type of resource that holds something that a new resource of the type does not. */
export interface StatefulType {
  /** What is lost with a resource of the type. */
  readonly lost: string;
  /** The properties that CloudFormation can change by a replacement only, or not at all. */
  readonly fixed: readonly string[];
  /** Properties with parts that may not change one by one, while further parts may be added. */
  readonly parts?: Readonly<Record<string, (value: unknown) => Properties>>;
  /** Which resources of the type count. Default: all. */
  readonly counts?: (properties: Properties) => boolean;
}

interface KeyAttribute {
  readonly AttributeName: string;
  readonly AttributeType: string;
}

interface Index {
  readonly IndexName: string;
  readonly KeySchema: unknown;
  readonly Projection: unknown;
}

const PUBLIC_ADDRESS = 'the public address, which clients have stored';

/**
 * The stateful types, with the properties that cannot change without replacing or breaking a resource.
 *
 * See: AWS CloudFormation template reference, "Update requires" of each property. A new view type of a table's stream
 * makes a new stream without the records of the old one, and a KMS key refuses changes of the properties named here.
 */
export const STATEFUL_TYPES: Readonly<Record<string, StatefulType>> = {
  'AWS::DynamoDB::Table': {
    lost: 'all rows',
    fixed: [
      'TableName',
      'KeySchema',
      'LocalSecondaryIndexes',
      'ImportSourceSpecification',
      'StreamSpecification',
      'DeletionProtectionEnabled',
    ],
    parts: {
      AttributeDefinitions: (value) =>
        Object.fromEntries((value as KeyAttribute[]).map((one) => [one.AttributeName, one.AttributeType])),
      GlobalSecondaryIndexes: (value) =>
        Object.fromEntries((value as Index[]).map(({ IndexName, ...one }) => [IndexName, indexOf(one)])),
    },
  },
  'AWS::S3::Bucket': {
    lost: 'all objects',
    fixed: ['BucketName', 'BucketNamePrefix', 'BucketNamespace', 'ObjectLockEnabled'],
  },
  'AWS::KMS::Key': {
    lost: 'everything that the key encrypts',
    fixed: ['KeySpec', 'KeyUsage', 'MultiRegion', 'Origin'],
  },
  'AWS::Backup::BackupVault': {
    lost: 'the backups that have no copy yet',
    fixed: ['BackupVaultName', 'EncryptionKeyArn'],
  },
  'AWS::SQS::Queue': { lost: 'the jobs or failures in the queue', fixed: ['QueueName', 'FifoQueue'] },
  'AWS::SNS::Topic': { lost: 'the subscriptions of the topic', fixed: ['TopicName', 'FifoTopic'] },
  'AWS::SNS::Subscription': {
    lost: 'notifications between its end and its successor, and the confirmation of an email address',
    fixed: ['Protocol', 'Endpoint', 'TopicArn'],
  },
  // The mapping of a stream has a position; those of queues have nothing.
  'AWS::Lambda::EventSourceMapping': {
    lost: 'the position in the stream',
    fixed: ['EventSourceArn', 'StartingPosition', 'StartingPositionTimestamp'],
    counts: (properties) => 'StartingPosition' in properties,
  },
  // The logs of functions are for operators. A function that is removed takes its log with it.
  'AWS::Logs::LogGroup': {
    lost: 'the record of who called the API',
    fixed: ['LogGroupName'],
    counts: ({ LogGroupName }) => String(LogGroupName).endsWith('-access'),
  },
  'AWS::SES::EmailIdentity': {
    lost: 'the verified domain: SES demands new DKIM records',
    fixed: ['EmailIdentity'],
  },
  'AWS::SES::ConfigurationSet': { lost: 'the associations with the tenants of organizations', fixed: ['Name'] },
  'AWS::SES::ReceiptRuleSet': { lost: 'received mail until the new set is activated', fixed: ['RuleSetName'] },
  'AWS::ApiGateway::RestApi': { lost: PUBLIC_ADDRESS, fixed: [] },
  'AWS::ApiGateway::Stage': { lost: PUBLIC_ADDRESS, fixed: ['RestApiId', 'StageName'] },
  'AWS::ApiGateway::DomainName': { lost: PUBLIC_ADDRESS, fixed: ['DomainName'] },
  'AWS::ApiGatewayV2::Api': { lost: PUBLIC_ADDRESS, fixed: ['ProtocolType'] },
  'AWS::ApiGatewayV2::Stage': { lost: PUBLIC_ADDRESS, fixed: ['ApiId', 'StageName'] },
  'AWS::ApiGatewayV2::DomainName': { lost: PUBLIC_ADDRESS, fixed: ['DomainName'] },
  'AWS::CertificateManager::Certificate': {
    lost: 'the validated certificate: its DNS records have to be made again',
    fixed: ['DomainName', 'SubjectAlternativeNames', 'KeyAlgorithm', 'ValidationMethod', 'CertificateAuthorityArn'],
  },
};

/** Types that hold nothing: CloudFormation may replace their resources at any time. */
export const STATELESS_TYPES: ReadonlySet<string> = new Set([
  'Custom::AidLayout',
  'AWS::ApiGateway::Account',
  'AWS::ApiGateway::BasePathMapping',
  'AWS::ApiGateway::Deployment',
  'AWS::ApiGatewayV2::ApiMapping',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Route',
  'AWS::Backup::BackupPlan',
  'AWS::Backup::BackupSelection',
  'AWS::CloudWatch::Alarm',
  'AWS::CloudWatch::Dashboard',
  'AWS::Events::Rule',
  'AWS::IAM::ManagedPolicy',
  'AWS::IAM::Policy',
  'AWS::IAM::Role',
  'AWS::KMS::Alias',
  'AWS::CodeDeploy::Application',
  'AWS::CodeDeploy::DeploymentGroup',
  'AWS::Lambda::Alias',
  'AWS::Lambda::Function',
  'AWS::Lambda::Permission',
  'AWS::Lambda::Version',
  'AWS::Logs::MetricFilter',
  'AWS::Route53::RecordSet',
  'AWS::S3::BucketPolicy',
  'AWS::SES::ConfigurationSetEventDestination',
  'AWS::SES::ReceiptRule',
  'AWS::SNS::TopicPolicy',
  'AWS::SQS::QueuePolicy',
  'AWS::WAFv2::WebACL',
  'AWS::WAFv2::WebACLAssociation',
]);

function indexOf({ KeySchema, Projection }: Omit<Index, 'IndexName'>): Properties {
  return { KeySchema, Projection };
}
