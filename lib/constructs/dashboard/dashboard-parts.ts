import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { StageConfig } from '../../config.ts';
import type { Alarms } from '../alarms.ts';
import type { HttpApi } from '../http-api.ts';
import type { ServiceFunction } from '../service-function.ts';
import type { SingleTable } from '../single-table.ts';
import type { SocketApi } from '../socket-api.ts';
import type { Tunnels } from '../tunnels.ts';

/** The parts of a stage that the dashboard shows. */
export interface DashboardParts {
  readonly config: StageConfig;
  readonly alarms: Alarms;
  readonly api: HttpApi;
  readonly sockets: SocketApi;
  readonly tunnels: Tunnels;
  readonly table: SingleTable;
  readonly relay: ServiceFunction;
  /** The functions in which one call may last minutes, by the name of what lasts. */
  readonly longCalls: Readonly<Record<string, ServiceFunction>>;
  /** Queues of work, by name. */
  readonly queues: Readonly<Record<string, Queue>>;
  readonly failureQueues: Readonly<Record<string, Queue>>;
}
