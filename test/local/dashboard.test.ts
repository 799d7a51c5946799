import { afterAll, beforeAll, expect, test } from 'vitest';
import { dashboardWidgets, linesOf } from '#local/dashboard/dashboard-body.ts';
import type { LocalStack } from '#local/local-stack.ts';
import { alarmDefinitions } from '#local/metrics/alarm-definition.ts';
import { type Metric, metricKey } from '#local/metrics/metric.ts';
import { searchedMetrics } from '#local/metrics/metric-math.ts';
import { METRIC_NAMESPACE } from '#shared/contract/metrics.ts';
import { StageTraffic } from '#testing/stage-traffic/traffic.ts';
import { startWatchedStack } from '#testing/stage-traffic/watched-stack.ts';
import { awsMetrics } from '../support/aws-metrics.ts';
import { eventually } from '../support/eventually.ts';

/** What AWS counts of things that do not happen on one machine: its engine has no conflicts and no throttling. */
const NOT_ON_ONE_MACHINE = ['TransactionConflict', 'ReadThrottleEvents', 'WriteThrottleEvents'];

let stack: LocalStack;
let traffic: StageTraffic;

beforeAll(async () => {
  stack = await startWatchedStack();
  traffic = await StageTraffic.start(stack);
  await traffic.use();
  await traffic.fail();
  await traffic.use();
});

afterAll(async () => {
  await traffic?.stop();
  await stack?.stop();
});

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
  const alarms = alarmDefinitions(stack.assembly).map(({ name, metric }): Reader => ({ by: name, metric }));
  return [...graphs, ...alarms];
}

test('Every graph and every alarm reads metrics that a run with traffic and failures has published', async () => {
  expect(readers().length).toBeGreaterThan(50);
  const elsewhere = awsMetrics(stack.assembly).filter(({ name }) => NOT_ON_ONE_MACHINE.includes(name));
  await eventually(() => {
    const known = [...stack.metrics.store.list(), ...elsewhere];
    const keys = new Set(known.map(metricKey));
    const unknown = readers().filter(({ metric, expression }) => {
      if (metric !== undefined) return !keys.has(metricKey(metric));
      return expression?.includes('SEARCH(') === true && searchedMetrics(expression, known).length === 0;
    });
    expect(unknown).toEqual([]);
    // The sweep runs every minute, and the heartbeat reaches each function at least every three.
  }, 240_000);
});

test('The local profile counts what AWS would count, under the names and dimensions that AWS has', async () => {
  const published = new Set(awsMetrics(stack.assembly).map(metricKey));
  const counted = stack.metrics.store.list().filter(({ namespace }) => namespace !== METRIC_NAMESPACE);
  expect(counted.length).toBeGreaterThan(50);
  for (const metric of counted) expect(published).toContain(metricKey(metric));
});

test('The dashboard is served with the failures in it, and loads nothing from other hosts', async () => {
  const page = await fetch(`${stack.url}/_local/dashboard`);
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'self' 'unsafe-inline';/);
  const html = await page.text();
  const paths = [...html.matchAll(/"(\/_local\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(4);
  for (const path of paths) expect((await fetch(`${stack.url}${path}`)).status, path).toBe(200);
  expect(html).not.toMatch(/https?:/);
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
