import { GetFunctionConfigurationCommand, InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { DynamoDBBatchResponse } from 'aws-lambda';
import type { VariableName } from '../../shared/contract/environment.ts';
import type { InvokeRelay } from './relay-again.ts';

/** The deployed relay of a stage, and the table that it reads. */
export async function openRelay(functionName: string): Promise<{ tableName: string; invoke: InvokeRelay }> {
  const lambda = new LambdaClient();
  return {
    tableName: await variableOf(lambda, functionName, 'TABLE_NAME'),
    invoke: async (event) => {
      const { FunctionError, Payload } = await lambda.send(
        new InvokeCommand({ FunctionName: functionName, Payload: Buffer.from(JSON.stringify(event)) }),
      );
      const text = Buffer.from(Payload ?? []).toString('utf8');
      if (FunctionError !== undefined) throw new Error(`${functionName} failed: ${text.slice(0, 500)}`);
      return JSON.parse(text) as DynamoDBBatchResponse;
    },
  };
}

/** How long the records of ended deliveries are kept, by the function that ends them. */
export async function deliveryRetentionDays(functionName: string): Promise<number> {
  return Number(await variableOf(new LambdaClient(), functionName, 'DELIVERY_RETENTION_DAYS'));
}

/** An environment variable of a deployed function. */
export async function variableOf(lambda: LambdaClient, FunctionName: string, variable: VariableName): Promise<string> {
  const { Environment } = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
  const value = Environment?.Variables?.[variable];
  if (value === undefined) throw new Error(`${FunctionName} has no ${variable}`);
  return value;
}
