import {
  GetFunctionConfigurationCommand,
  LambdaClient,
  UpdateFunctionConfigurationCommand,
  waitUntilFunctionUpdatedV2,
} from '@aws-sdk/client-lambda';
import { type Account, REGION } from './engine.ts';

/** Sets one variable of a deployed function, as long as no deployment sets it again. */
export async function setVariable(
  { env, endpoint }: Account,
  name: string,
  [variable, value]: readonly [name: string, value: string],
): Promise<void> {
  const credentials = { accessKeyId: env.AWS_ACCESS_KEY_ID ?? '', secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '' };
  const client = new LambdaClient({ endpoint, region: REGION, credentials });
  const FunctionName = name;
  const { Environment } = await client.send(new GetFunctionConfigurationCommand({ FunctionName }));
  const Variables = { ...Environment?.Variables, [variable]: value };
  await client.send(new UpdateFunctionConfigurationCommand({ FunctionName, Environment: { Variables } }));
  await waitUntilFunctionUpdatedV2({ client, maxWaitTime: 60 }, { FunctionName });
}
