import { createHash } from 'node:crypto';
import { ACCOUNT, arn, REGION, URL_SUFFIX } from './aws-identifiers.ts';

/** The data from which `Ref` and `Fn::GetAtt` of an emulated resource are derived. */
export interface Identity {
  /** The name of the resource in this stack. Where the template gives none, it is derived from the logical id. */
  readonly name: string;
  readonly logicalId: string;
  /** Address of the emulated AWS services. */
  readonly endpoint: string;
}

interface ResourceKind {
  /** The property that names the resource, if the template does. */
  readonly nameProperty?: string;
  /** The property that names the resource it belongs to. That name precedes its own: `function:alias`. */
  readonly ownerProperty?: string;
  readonly ref: (identity: Identity) => string;
  readonly attributes?: Readonly<Record<string, (identity: Identity) => string>>;
}

const byName = ({ name }: Identity) => name;
const tableArn = ({ name }: Identity) => arn('dynamodb', `table/${name}`);
const tableStream = (identity: Identity) => `${tableArn(identity)}/stream/local`;
const queueUrl = ({ name, endpoint }: Identity) => `${endpoint}/${ACCOUNT}/${name}`;
const queueArn = ({ name }: Identity) => arn('sqs', name);
const topicArn = ({ name }: Identity) => arn('sns', name);
const bucketArn = ({ name }: Identity) => arn('s3', name, { region: '', account: '' });
const functionArn = ({ name }: Identity) => arn('lambda', `function:${name}`);
const roleArn = ({ name }: Identity) => arn('iam', `role/${name}`, { region: '' });
const keyId = ({ name }: Identity) => uuidOf(name);
const keyArn = (identity: Identity) => arn('kms', `key/${keyId(identity)}`);

const table: ResourceKind = {
  nameProperty: 'TableName',
  ref: byName,
  attributes: { Arn: tableArn, StreamArn: tableStream },
};

/**
 * Every resource type with values that properties of other resources or environment variables may refer to. This is the
 * only place where addresses and ARNs are made.
 *
 * Source: CloudFormation template reference, "Return values" of each type.
 */
const KINDS: Readonly<Record<string, ResourceKind>> = {
  'AWS::DynamoDB::Table': table,
  'AWS::DynamoDB::GlobalTable': table,
  'AWS::SQS::Queue': {
    nameProperty: 'QueueName',
    ref: queueUrl,
    attributes: { Arn: queueArn, QueueName: byName, QueueUrl: queueUrl },
  },
  'AWS::SNS::Topic': {
    nameProperty: 'TopicName',
    ref: topicArn,
    attributes: { TopicArn: topicArn, TopicName: byName },
  },
  'AWS::S3::Bucket': {
    nameProperty: 'BucketName',
    ref: byName,
    attributes: {
      Arn: bucketArn,
      DomainName: ({ name }) => `${name}.s3.${URL_SUFFIX}`,
      RegionalDomainName: ({ name }) => `${name}.s3.${REGION}.${URL_SUFFIX}`,
    },
  },
  'AWS::KMS::Key': { ref: keyId, attributes: { Arn: keyArn, KeyId: keyId } },
  'AWS::KMS::Alias': { nameProperty: 'AliasName', ref: byName },
  'AWS::Lambda::Function': { nameProperty: 'FunctionName', ref: byName, attributes: { Arn: functionArn } },
  'AWS::Lambda::Alias': {
    nameProperty: 'Name',
    ownerProperty: 'FunctionName',
    ref: functionArn,
    attributes: { AliasArn: functionArn },
  },
  'AWS::IAM::Role': { nameProperty: 'RoleName', ref: byName, attributes: { Arn: roleArn, RoleId: byName } },
  'AWS::Logs::LogGroup': {
    nameProperty: 'LogGroupName',
    ref: byName,
    attributes: { Arn: ({ name }) => arn('logs', `log-group:${name}:*`) },
  },
  'AWS::Events::Rule': {
    nameProperty: 'Name',
    ref: byName,
    attributes: { Arn: ({ name }) => arn('events', `rule/${name}`) },
  },
  'AWS::Scheduler::Schedule': {
    nameProperty: 'Name',
    ref: byName,
    attributes: { Arn: ({ name }) => arn('scheduler', `schedule/default/${name}`) },
  },
  'AWS::CloudWatch::Alarm': {
    nameProperty: 'AlarmName',
    ref: byName,
    attributes: { Arn: ({ name }) => arn('cloudwatch', `alarm:${name}`) },
  },
  'AWS::SES::ConfigurationSet': { nameProperty: 'Name', ref: byName },
  'AWS::SES::EmailIdentity': { nameProperty: 'EmailIdentity', ref: byName },
  'AWS::SES::ReceiptRuleSet': { nameProperty: 'RuleSetName', ref: byName },
  'AWS::ApiGateway::RestApi': {
    nameProperty: 'Name',
    ref: byName,
    attributes: { RootResourceId: () => 'root', RestApiId: byName },
  },
  'AWS::ApiGatewayV2::Api': {
    nameProperty: 'Name',
    ref: byName,
    attributes: { ApiEndpoint: ({ name }) => `https://${name}.execute-api.${REGION}.${URL_SUFFIX}` },
  },
  'AWS::ApiGateway::Stage': { nameProperty: 'StageName', ref: byName },
};

/** The properties that name resources of a type, when the template gives them: the owner's first. */
export function namePropertiesOf(type: string): readonly string[] {
  const { ownerProperty, nameProperty } = KINDS[type] ?? {};
  return [ownerProperty, nameProperty].filter((property) => property !== undefined);
}

/** The value of `Ref`. For an unknown type it is the name, because nothing local depends on it. */
export function refOf(type: string, identity: Identity): string {
  return (KINDS[type]?.ref ?? byName)(identity);
}

/** The value of `Fn::GetAtt`. For an attribute that nothing local depends on, it is a text that names the attribute. */
export function attributeOf(type: string, attribute: string, identity: Identity): string {
  const known = KINDS[type]?.attributes?.[attribute];
  if (known !== undefined) return known(identity);
  return attribute === 'Arn' ? arn('local', `${identity.logicalId}`) : `${identity.logicalId}.${attribute}`;
}

/** A UUID that depends on the text alone: key ids have this form and must be the same at every start. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
