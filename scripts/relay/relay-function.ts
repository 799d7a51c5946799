import { GetFunctionConfigurationCommand, InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { DynamoDBBatchResponse } from 'aws-lambda';
import type { InvokeRelay } from './relay-again.ts';

/** The deployed relay of a stage, and the table that it reads. */
export async function openRelay(functionName: string): Promise<{ tableName: string; invoke: InvokeRelay }> {
  const lambda = new LambdaClient();
  const { Environment } = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName: functionName }));
  const tableName = Environment?.Variables?.TABLE_NAME;
  if (tableName === undefined) throw new Error(`${functionName} has no TABLE_NAME`);
  return {
    tableName,
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
