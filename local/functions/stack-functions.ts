import { join } from 'node:path';
import { partitionKeys } from '../access/partition-keys.ts';
import type { Statement } from '../access/statements.ts';
import type { Assembly } from '../assembly/assembly.ts';
import type { FunctionDefinition } from '../assembly/function-definition.ts';
import type { Clock } from '../clock.ts';
import type { ServiceRecorder } from '../metrics/service-recorder.ts';
import type { LocalSettings } from '../settings.ts';
import type { FunctionLogs } from './function-log.ts';
import { Functions } from './functions.ts';
import { type Endpoints, runtimeEnvironment } from './runtime-environment.ts';
import { writeWorkerModule } from './worker-module.ts';

interface StackFunctionsProps {
  readonly settings: LocalSettings;
  readonly assembly: Assembly;
  readonly definitions: readonly FunctionDefinition[];
  readonly byRole: ReadonlyMap<string, readonly Statement[]>;
  readonly endpoints: Endpoints;
  /** The folder of the stack. */
  readonly dir: string;
  readonly logs: FunctionLogs;
  readonly recorder: ServiceRecorder;
  readonly clock: Clock;
}

/** The functions of the templates, each with its own environment and, where rights are checked, its own rights. */
export function stackFunctions(props: StackFunctionsProps): Functions {
  const { settings, definitions, byRole, endpoints, recorder } = props;
  const { checkAccess, loopbackOnly } = settings;
  const tableHost = new URL(endpoints.dynamodb).host;
  const engineTables = { host: tableHost, keys: partitionKeys(props.assembly) };
  const workerModule = writeWorkerModule(join(props.dir, 'runtime'));
  const common = { workerModule, logs: props.logs, loopbackOnly, tableHost, onUse: recorder.tableUsed };
  return new Functions(
    definitions.map((definition) => {
      const environment = runtimeEnvironment(definition, endpoints);
      const statements = byRole.get(definition.role) ?? [];
      const tableRights = checkAccess ? { ...engineTables, caller: definition.name, statements } : undefined;
      return { ...common, environment, clock: props.clock, definition, tableRights, engineTables };
    }),
    settings.warmFunctions,
    recorder,
  );
}
