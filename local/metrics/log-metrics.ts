import { z } from 'zod';
import type { Assembly } from '../assembly/assembly.ts';
import { readProperties } from '../assembly/read-properties.ts';
import type { LogLine } from '../logs/log-store.ts';
import { fieldsOf, linePredicate } from '../logs/metric-filter.ts';
import type { MetricStore } from './metric-store.ts';

const filterSchema = z.object({
  LogGroupName: z.string(),
  FilterPattern: z.string(),
  MetricTransformations: z.tuple([
    z.object({
      MetricNamespace: z.string(),
      MetricName: z.string(),
      MetricValue: z.string(),
      /** The field of the line that has the value of each dimension: `$.name`. */
      Dimensions: z.array(z.object({ Key: z.string(), Value: z.string().startsWith('$.') })),
    }),
  ]),
});

/**
 * Records the metrics that the metric filters of the templates make of lines of logs.
 *
 * Source: CloudFormation, AWS::Logs::MetricFilter.
 */
export function logMetrics(assembly: Assembly, store: MetricStore): (group: string, line: LogLine) => void {
  const filters = assembly.resources('AWS::Logs::MetricFilter').map((resource) => {
    const { LogGroupName: group, FilterPattern, MetricTransformations } = readProperties(resource, filterSchema);
    const [{ MetricNamespace: namespace, MetricName: name, MetricValue, Dimensions }] = MetricTransformations;
    return { group, matches: linePredicate(FilterPattern), namespace, name, value: Number(MetricValue), Dimensions };
  });
  return (group, line) => {
    for (const filter of filters) {
      if (filter.group !== group || !filter.matches(line)) continue;
      const fields = fieldsOf(line.text);
      const dimensions = Object.fromEntries(
        filter.Dimensions.map(({ Key, Value }) => [Key, String(fields[Value.slice(2)])]),
      );
      store.record({ namespace: filter.namespace, name: filter.name, dimensions }, filter.value);
    }
  };
}
