import { join } from 'node:path';
import { REGION } from '../assembly/aws-identifiers.ts';
import type { FunctionDefinition } from '../assembly/function-definition.ts';

/** Where a function finds the emulated services. */
export interface Endpoints {
  /** The secret access key by which the emulated services recognize the functions. */
  readonly secret: string;
  readonly aws: string;
  readonly dynamodb: string;
  /** `address:port` of the DNS server. */
  readonly dns: string;
}

/**
 * The whole environment of a function: its own variables and those of the Lambda runtime, and no variable of the shell
 * that started the stack. Each SDK client finds its service by the variable of its service id.
 *
 * Source: Lambda developer guide, Defined runtime environment variables; SDKs and tools reference guide,
 * Service-specific endpoints.
 */
export function runtimeEnvironment(
  definition: FunctionDefinition,
  { secret, aws, dynamodb, dns }: Endpoints,
): Record<string, string> {
  return {
    ...definition.environment,
    PATH: process.env.PATH ?? '',
    TZ: ':UTC',
    LANG: 'en_US.UTF-8',
    _HANDLER: definition.handler,
    LAMBDA_TASK_ROOT: definition.folder,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_REGION: REGION,
    AWS_DEFAULT_REGION: REGION,
    AWS_LAMBDA_FUNCTION_NAME: definition.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(definition.memoryMb),
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${definition.name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    // The function's name, so that an emulated service can identify its caller.
    AWS_ACCESS_KEY_ID: definition.name,
    AWS_SECRET_ACCESS_KEY: secret,
    AWS_SESSION_TOKEN: 'local',
    // The AWS profile of the person at the machine must not reach a function.
    AWS_CONFIG_FILE: join(definition.folder, 'no-config'),
    AWS_SHARED_CREDENTIALS_FILE: join(definition.folder, 'no-credentials'),
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
    AWS_ENDPOINT_URL_DYNAMODB_STREAMS: dynamodb,
    AWS_ENDPOINT_URL_SQS: aws,
    AWS_ENDPOINT_URL_SNS: aws,
    AWS_ENDPOINT_URL_LAMBDA: aws,
    AWS_ENDPOINT_URL_S3: aws,
    AWS_ENDPOINT_URL_KMS: aws,
    AWS_ENDPOINT_URL_SES: aws,
    AWS_ENDPOINT_URL_SESV2: aws,
    AWS_ENDPOINT_URL_STS: aws,
    AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI: aws,
    DNS_SERVER: dns,
  };
}
