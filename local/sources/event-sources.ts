import type { Assembly } from '../assembly/assembly.ts';
import { functionNameOf } from '../assembly/aws-identifiers.ts';
import type { Queues } from '../emulators/queues/queues.ts';
import type { LocalTable } from '../engines/create-tables.ts';
import type { TableClient } from '../engines/table-client.ts';
import type { Functions } from '../functions/functions.ts';
import type { Database } from '../state/database.ts';
import { type MappingDefinition, mappingDefinitions } from './mapping-definition.ts';
import { Positions } from './positions.ts';
import { QueueMapping } from './queue-mapping.ts';
import { Schedules } from './schedules.ts';
import { StreamMapping } from './stream-mapping.ts';

export interface EventSourcesProps {
  readonly assembly: Assembly;
  readonly functions: Functions;
  readonly queues: Queues;
  readonly tables: readonly LocalTable[];
  readonly client: TableClient;
  readonly database: Database;
  onError(error: Error): void;
}

/** The event sources of the templates: queues, streams and schedules that invoke functions. */
export class EventSources {
  readonly #props: EventSourcesProps;
  readonly #mappings = new Map<QueueMapping | StreamMapping, string>();
  readonly #queueMappings: QueueMapping[] = [];
  readonly #streamMappings: StreamMapping[] = [];
  readonly #schedules: Schedules;
  readonly #positions: Positions;

  constructor(props: EventSourcesProps) {
    this.#props = props;
    this.#positions = new Positions(props.database);
    this.#schedules = new Schedules(props.assembly, props.functions);
    for (const definition of mappingDefinitions(props.assembly)) this.#add(definition);
  }

  start(): void {
    for (const mapping of this.#streamMappings) mapping.start();
    for (const mapping of this.#queueMappings) mapping.start();
    this.#schedules.start();
    this.#props.functions.onSettled(() => {
      for (const mapping of this.#streamMappings) mapping.poke();
    });
  }

  stop(): void {
    this.#schedules.stop();
    for (const mapping of this.#queueMappings) mapping.stop();
    for (const mapping of this.#streamMappings) mapping.stop();
  }

  /** Disables or enables the mappings of a function, as an operator could. */
  setEnabled(functionName: string, enabled: boolean): void {
    for (const [mapping, name] of this.#mappings) {
      if (functionNameOf(name) === functionName) mapping.setEnabled(enabled);
    }
  }

  /** The sequence number up to which every mapping has read a stream; none when a mapping has not begun. */
  readUpTo(streamArn: string): bigint | undefined {
    const mappings = mappingDefinitions(this.#props.assembly).filter(({ sourceArn }) => sourceArn === streamArn);
    const positions = mappings.map(({ id }) => this.#positions.furthest(id));
    const known = positions.filter((position) => position !== undefined);
    return known.length < positions.length ? undefined : known.sort((a, b) => Number(a - b))[0];
  }

  #add(definition: MappingDefinition): void {
    const { functions, queues, tables, client, onError } = this.#props;
    const queue = queues.find(definition.sourceArn);
    if (queue !== undefined) {
      const mapping = new QueueMapping(definition, queue, functions);
      this.#queueMappings.push(mapping);
      this.#mappings.set(mapping, definition.functionName);
      return;
    }
    const table = tables.find(({ streamArn }) => streamArn === definition.sourceArn);
    const streamArn = table?.engineStreamArn;
    if (streamArn === undefined)
      throw new Error(`mapping ${definition.id} reads ${definition.sourceArn}, which is not emulated`);
    const giveUp = (notice: unknown) => {
      const target = queues.find(definition.onFailureArn ?? '');
      if (target === undefined)
        onError(new Error(`records of ${definition.id} were discarded: ${JSON.stringify(notice)}`));
      else target.send([{ body: JSON.stringify(notice) }]);
    };
    const positions = this.#positions;
    const mapping = new StreamMapping({ definition, streamArn, client, functions, positions, giveUp, onError });
    this.#streamMappings.push(mapping);
    this.#mappings.set(mapping, definition.functionName);
  }
}
