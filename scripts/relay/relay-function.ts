import {
  GetAliasCommand,
  GetFunctionConfigurationCommand,
  InvokeCommand,
  LambdaClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-lambda';
import type { DynamoDBBatchResponse } from 'aws-lambda';
import { LIVE_ALIAS } from '#lib/live-alias.ts';
import type { VariableName } from '#shared/contract/environment.ts';
import type { InvokeRelay } from './relay-again.ts';

/** The deployed relay of a stage, and the table that it reads. */
export async function openRelay(functionName: string): Promise<{ tableName: string; invoke: InvokeRelay }> {
  const lambda = new LambdaClient();
  let qualifier: Promise<string | undefined> | undefined;
  return {
    tableName: await variableOf(lambda, functionName, 'TABLE_NAME'),
    invoke: async (event) => {
      qualifier ??= liveAlias(lambda, functionName);
      const target = { FunctionName: functionName, Qualifier: await qualifier };
      const { FunctionError, Payload } = await lambda.send(
        new InvokeCommand({ ...target, Payload: Buffer.from(JSON.stringify(event)) }),
      );
      const text = Buffer.from(Payload ?? []).toString('utf8');
      if (FunctionError !== undefined) throw new Error(`${functionName} failed: ${text.slice(0, 500)}`);
      return JSON.parse(text) as DynamoDBBatchResponse;
    },
  };
}

/**
 * The alias of the version that gets invocations, if the stage has versions: the newest code may be of a release that
 * was taken back.
 */
async function liveAlias(lambda: LambdaClient, FunctionName: string): Promise<string | undefined> {
  try {
    return (await lambda.send(new GetAliasCommand({ FunctionName, Name: LIVE_ALIAS }))).Name;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** How long the records of ended deliveries are kept, by the function that ends them. */
export async function deliveryRetentionDays(functionName: string): Promise<number> {
  return Number(await variableOf(new LambdaClient(), functionName, 'DELIVERY_RETENTION_DAYS'));
}

/** An environment variable of a deployed function. */
export async function variableOf(lambda: LambdaClient, FunctionName: string, variable: VariableName): Promise<string> {
  const value = await optionalVariableOf(lambda, FunctionName, variable);
  if (value === undefined) throw new Error(`${FunctionName} has no ${variable}`);
  return value;
}

/** The same, of one that the function may not have. */
export async function optionalVariableOf(
  lambda: LambdaClient,
  FunctionName: string,
  variable: VariableName,
): Promise<string | undefined> {
  const { Environment } = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
  return Environment?.Variables?.[variable];
}
