import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serviceNameOf } from '../../lib/settings.ts';
import { dashboardWidgets, linesOf } from '../../local/dashboard/dashboard-body.ts';
import { alarmDefinitions } from '../../local/metrics/alarm-definition.ts';
import { awsMetrics } from '../../local/metrics/aws-metrics.ts';
import { type Metric, metricKey } from '../../local/metrics/metric.ts';
import { searchedMetrics } from '../../local/metrics/metric-math.ts';
import type { LocalStack } from '../../local/stack.ts';
import { METRIC_NAMESPACE, type MetricName } from '../../shared/contract/metrics.ts';
import { eventually } from '../support/eventually.ts';
import { StageTraffic, startWatchedStack } from '../support/stage-traffic.ts';

/**
 * Metrics that no run of seconds produces, with a function that publishes each: a writer has to crash between two
 * writes, SES has to lose the stage's receipt rules, or five minutes have to pass. Their names have to be in the code of
 * that function.
 */
const RARE: Readonly<Partial<Record<MetricName, string>>> = {
  TicketsClosed: 'http-wait',
  ReadersBlocked: 'http-wait',
  ReceiptRulesInactive: 'worker-sweep',
  FailedMessages: 'worker-sweep',
};

let stack: LocalStack;
let traffic: StageTraffic;

beforeAll(async () => {
  stack = await startWatchedStack();
  traffic = await StageTraffic.start(stack);
  await traffic.use();
  await traffic.fail();
  await traffic.use();
}, 150_000);

afterAll(async () => {
  await traffic?.stop();
  await stack?.stop();
});

/** The metrics that functions publish rarely, as their code and their environment say. */
function rareMetrics(): readonly Metric[] {
  return Object.entries(RARE).map(([name, fn]) => {
    const { definition } = stack.functions.get(serviceNameOf({ stage: 'dev' }, fn));
    expect(readFileSync(definition.modulePath, 'utf8'), name).toContain(name);
    const service = definition.environment.POWERTOOLS_SERVICE_NAME ?? '';
    return { namespace: METRIC_NAMESPACE, name, dimensions: { service } };
  });
}

/** What a graph or an alarm reads: one metric, or what a search finds. */
interface Reader {
  readonly by: string;
  readonly metric?: Metric | undefined;
  readonly expression?: string | undefined;
}

function readers(): readonly Reader[] {
  const graphs = dashboardWidgets(stack.assembly).flatMap((widget): Reader[] =>
    widget.type === 'metric'
      ? linesOf(widget.properties).map(({ metric, expression }) => ({
          by: widget.properties.title,
          metric,
          expression,
        }))
      : [],
  );
  const alarms = alarmDefinitions(stack.assembly).flatMap(({ name, queries }): Reader[] =>
    queries.map((query) => ({ by: name, ...query })),
  );
  return [...graphs, ...alarms];
}

test('Every graph and every alarm reads metrics that the functions publish in a run with failures, or that AWS publishes', async () => {
  expect(readers().length).toBeGreaterThan(50);
  await eventually(() => {
    const emitted = stack.metrics.store.list().filter(({ namespace }) => namespace === METRIC_NAMESPACE);
    const known = [...emitted, ...rareMetrics(), ...awsMetrics(stack.assembly)];
    const keys = new Set(known.map(metricKey));
    const unknown = readers().filter(({ metric, expression }) => {
      if (metric !== undefined) return !keys.has(metricKey(metric));
      return expression?.includes('SEARCH(') === true && searchedMetrics(expression, known).length === 0;
    });
    expect(unknown).toEqual([]);
    // The sweep runs every minute.
  }, 75_000);
}, 90_000);

test('The local profile counts what AWS would count, under the names and dimensions that AWS has', async () => {
  const published = new Set(awsMetrics(stack.assembly).map(metricKey));
  const counted = stack.metrics.store.list().filter(({ namespace }) => namespace !== METRIC_NAMESPACE);
  expect(counted.length).toBeGreaterThan(50);
  for (const metric of counted) expect(published).toContain(metricKey(metric));
});

test('The dashboard is served with the failures in it', async () => {
  const page = await fetch(`${stack.url}/_local/dashboard`);
  expect(page.headers.get('content-type')).toContain('text/html');
  for (const [, path = ''] of (await page.text()).matchAll(/(?:src|href)="(\/_local\/[^"]+)"/g)) {
    expect((await fetch(`${stack.url}${path}`)).status, path).toBe(200);
  }
  type Drawn = {
    title?: string;
    type: string;
    rows?: { route: string; status: string }[];
    lines?: { label: string }[];
  };
  const { widgets } = (await (await fetch(`${stack.url}/_local/dashboard/data?minutes=15`)).json()) as {
    widgets: Drawn[];
  };
  const of = (title: string) => widgets.find((widget) => widget.title === title);
  expect(of('Which routes fail?')?.rows?.map(({ route }) => route)).toContain('/v1/identities');
  expect(of('Which function fails?')?.lines?.map(({ label }) => label)).toContain('aid-dev-http-identities');
});
