import { z } from 'zod';
import type { Metric } from './metric.ts';

/** One value that a function has published. */
export interface PublishedValue {
  readonly metric: Metric;
  readonly value: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

const metadataSchema = z.object({
  Timestamp: z.number(),
  CloudWatchMetrics: z.array(
    z.object({
      Namespace: z.string(),
      Dimensions: z.array(z.array(z.string())),
      Metrics: z.array(z.object({ Name: z.string(), Unit: z.string().optional() })),
    }),
  ),
});

/**
 * The values in one line of a function's output, if it is in the embedded metric format; otherwise none. A line may
 * hold several metrics, several sets of dimensions, and several values of one metric.
 *
 * Source: CloudWatch user guide, Specification: Embedded metric format.
 */
export function embeddedMetrics(line: string): readonly PublishedValue[] {
  if (!line.startsWith('{') || !line.includes('"_aws"')) return [];
  const root = parseObject(line);
  const { data } = metadataSchema.safeParse(root?._aws);
  if (root === undefined || data === undefined) return [];
  return data.CloudWatchMetrics.flatMap(({ Namespace: namespace, Dimensions, Metrics }) =>
    Dimensions.flatMap((names) => {
      const dimensions = Object.fromEntries(names.map((name) => [name, String(root[name])]));
      return Metrics.flatMap(({ Name: name }) =>
        [root[name]].flat().flatMap((value) => {
          if (typeof value !== 'number') return [];
          return [{ metric: { namespace, name, dimensions }, value, at: data.Timestamp }];
        }),
      );
    }),
  );
}

function parseObject(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
