import { CloudWatchLogsClient, FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import type { Account } from './engine.ts';
import { STAGE } from './stage.ts';

/** How many lines the log of a function has. */
export async function logLines(account: Account, name: string): Promise<number> {
  const client = new CloudWatchLogsClient(account.client);
  const { events = [] } = await client.send(new FilterLogEventsCommand({ logGroupName: `/aid/${STAGE}/${name}` }));
  return events.length;
}
