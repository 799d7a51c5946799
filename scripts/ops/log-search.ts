import {
  type CloudWatchLogsClient,
  GetQueryResultsCommand,
  type ResultField,
  StartQueryCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import { pause } from '#shared/domain/concurrency/pause.ts';
import { OpsError } from './ops-error.ts';

/** One line of a log. */
export interface LogLine {
  /** As CloudWatch shows it, in UTC. */
  readonly time: string;
  /** The function or access log, without the prefix of the stage. */
  readonly log: string;
  readonly text: string;
}

export interface LogSearch {
  readonly logGroups: readonly string[];
  /** Any of these texts. They have to be ids, because they become part of a regular expression. */
  readonly ids: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** The maximum of log groups in one query. See: CloudWatch Logs API reference, StartQuery. */
const MAX_GROUPS = 50;

/** Lines of one query. */
export const MAX_LINES = 1000;

const POLL_MS = 500;
const MAX_POLLS = 240;

export const ID = /^[A-Za-z0-9_-]{8,64}$/;

/** Finds the lines of many logs that contain any of some ids, in the order of their times. */
export async function searchLogs(
  client: CloudWatchLogsClient,
  { logGroups, ids, from, to }: LogSearch,
): Promise<LogLine[]> {
  if (ids.some((id) => !ID.test(id))) throw new Error('not an id');
  const found: LogLine[] = [];
  for (let start = 0; start < logGroups.length; start += MAX_GROUPS) {
    const { queryId } = await client.send(
      new StartQueryCommand({
        logGroupNames: logGroups.slice(start, start + MAX_GROUPS),
        startTime: Math.floor(from / 1000),
        endTime: Math.ceil(to / 1000),
        queryString:
          `fields @timestamp, @log, @message | filter @message like /${ids.join('|')}/ ` +
          `| sort @timestamp asc | limit ${MAX_LINES}`,
      }),
    );
    found.push(...(await resultsOf(client, queryId ?? '')).map(lineOf));
  }
  return found.sort((a, b) => a.time.localeCompare(b.time));
}

async function resultsOf(client: CloudWatchLogsClient, queryId: string): Promise<ResultField[][]> {
  for (let polls = 0; polls < MAX_POLLS; polls++) {
    const { status, results = [] } = await client.send(new GetQueryResultsCommand({ queryId }));
    if (status === 'Complete') return results;
    if (status !== 'Running' && status !== 'Scheduled' && status !== 'Unknown')
      throw new OpsError(`the search of the logs ended with ${status}; try a shorter range of time`);
    await pause(POLL_MS);
  }
  throw new OpsError('the search of the logs takes too long; try a shorter range of time');
}

function lineOf(fields: readonly ResultField[]): LogLine {
  const field = (name: string) => fields.find((one) => one.field === name)?.value ?? '';
  // The account and the name of the group: 111122223333:/aid/prod/http-mail.
  return { time: field('@timestamp'), log: field('@log').split('/').at(-1) ?? '', text: field('@message') };
}
