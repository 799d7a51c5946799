import { z } from 'zod';
import type { Assembly } from '../assembly/assembly.ts';
import { readProperties } from '../assembly/read-properties.ts';
import type { Pattern } from './filter-pattern.ts';

/** An event source mapping of the templates. */
export interface MappingDefinition {
  /** Stable over restarts: positions in a stream are kept under it. */
  readonly id: string;
  readonly functionName: string;
  readonly sourceArn: string;
  readonly batchSize: number;
  readonly windowSeconds: number;
  readonly filters: readonly Pattern[];
  readonly reportsItemFailures: boolean;
  /** Streams: halve a batch that fails. */
  readonly bisects: boolean;
  /** Streams: -1 means no limit. */
  readonly maxRetries: number;
  /** Streams: -1 means no limit. */
  readonly maxRecordAgeSeconds: number;
  /** Streams: the destination for discarded records. */
  readonly onFailureArn: string | undefined;
  /** Queues: the maximum of concurrent batches. */
  readonly maxConcurrency: number | undefined;
}

const mappingSchema = z.object({
  FunctionName: z.string(),
  EventSourceArn: z.string(),
  BatchSize: z.number().optional(),
  MaximumBatchingWindowInSeconds: z.number().optional(),
  FilterCriteria: z.object({ Filters: z.array(z.object({ Pattern: z.string() })).optional() }).optional(),
  FunctionResponseTypes: z.array(z.string()).optional(),
  BisectBatchOnFunctionError: z.boolean().optional(),
  MaximumRetryAttempts: z.number().optional(),
  MaximumRecordAgeInSeconds: z.number().optional(),
  DestinationConfig: z.object({ OnFailure: z.object({ Destination: z.string().optional() }).optional() }).optional(),
  ScalingConfig: z.object({ MaximumConcurrency: z.number().optional() }).optional(),
});

/** Defaults. Source: Lambda API reference, CreateEventSourceMapping. */
const DEFAULT_BATCH = { queue: 10, stream: 100 } as const;

export function mappingDefinitions(assembly: Assembly): readonly MappingDefinition[] {
  return assembly
    .resources('AWS::Lambda::EventSourceMapping')
    .filter(({ properties }) => properties.Enabled !== false)
    .map((resource) =>
      definitionOf(`${resource.stack}/${resource.logicalId}`, readProperties(resource, mappingSchema)),
    );
}

function definitionOf(id: string, properties: z.infer<typeof mappingSchema>): MappingDefinition {
  const isQueue = properties.EventSourceArn.includes(':sqs:');
  return {
    id,
    functionName: properties.FunctionName,
    sourceArn: properties.EventSourceArn,
    batchSize: properties.BatchSize ?? DEFAULT_BATCH[isQueue ? 'queue' : 'stream'],
    windowSeconds: properties.MaximumBatchingWindowInSeconds ?? 0,
    filters: (properties.FilterCriteria?.Filters ?? []).map(({ Pattern }) => JSON.parse(Pattern) as Pattern),
    reportsItemFailures: properties.FunctionResponseTypes?.includes('ReportBatchItemFailures') ?? false,
    bisects: properties.BisectBatchOnFunctionError ?? false,
    maxRetries: properties.MaximumRetryAttempts ?? -1,
    maxRecordAgeSeconds: properties.MaximumRecordAgeInSeconds ?? -1,
    onFailureArn: properties.DestinationConfig?.OnFailure?.Destination,
    maxConcurrency: properties.ScalingConfig?.MaximumConcurrency,
  };
}
