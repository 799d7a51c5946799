import { expect, test } from 'vitest';
import { FUNCTION_NAMES } from '#lib/functions.ts';
import { serviceNameOf } from '#lib/settings.ts';
import { Assembly } from '#local/assembly/assembly.ts';
import type { Template } from '#local/assembly/template.ts';
import { dashboardWidgets, linesOf, type Widget } from '#local/dashboard/dashboard-body.ts';
import { insightsQuery } from '#local/logs/insights-query.ts';
import { alarmDefinitions } from '#local/metrics/alarm-definition.ts';
import { type Metric, metricKey } from '#local/metrics/metric.ts';
import { searchedMetrics } from '#local/metrics/metric-math.ts';
import { METRIC_NAMESPACE } from '#shared/contract/metrics.ts';
import { awsMetrics } from '../support/aws-metrics.ts';
import { PRODUCTION, synthesize, WATCHED } from './stage.ts';

/** The stage with every alarm that settings can add, as CloudFormation would resolve it. */
function assemblyOf(environment: Record<string, string>): Assembly {
  const { dataTemplate, serviceTemplate } = synthesize(environment);
  const stacks = [dataTemplate, serviceTemplate].map((template, index) => ({
    name: `stack-${index}`,
    template: template.toJSON() as Template,
    assets: new Map<string, string>(),
  }));
  return new Assembly(stacks, 'http://127.0.0.1');
}

const assembly = assemblyOf(PRODUCTION);
const widgets = dashboardWidgets(assembly);
const graphs = widgets.filter((widget): widget is Extract<Widget, { type: 'metric' }> => widget.type === 'metric');
const lines = graphs.flatMap(({ properties }) =>
  linesOf(properties).map((line) => ({ ...line, in: properties.title })),
);
const alarms = alarmDefinitions(assembly);

/** The functions of a stage, with one metric of each. */
const functionMetrics = (stage: string, name: string): Metric[] =>
  FUNCTION_NAMES.map((one) => ({
    namespace: 'AWS/Lambda',
    name,
    dimensions: { FunctionName: serviceNameOf({ stage }, one) },
  }));

const expressionOf = (title: string) =>
  lines.find((line) => line.in === title && line.expression !== undefined)?.expression ?? '';
const found = (title: string, metrics: readonly Metric[]) =>
  searchedMetrics(expressionOf(title), metrics).map(({ dimensions }) => dimensions.FunctionName);

test.each([
  ['Which function fails?', 'Errors'],
  ['Which function is throttled?', 'Throttles'],
])(
  'The graph "%s" finds every function of the stage, and none of a stage with a name that begins the same',
  (title, name) => {
    expect(found(title, functionMetrics('prod', name))).toHaveLength(FUNCTION_NAMES.length);
    for (const stage of ['prod-eu', 'prod2', 'eu-prod', 'dev']) {
      expect(found(title, functionMetrics(stage, name)), stage).toEqual([]);
    }
  },
);

test('The latency of quick requests is that of the functions of the API, without those that wait and stream', () => {
  const quick = found('Which quick requests are slow?', functionMetrics('prod', 'Duration'));
  expect(quick).toContain('aid-prod-http-accounts');
  expect(quick).not.toContain('aid-prod-http-wait');
  expect(quick).not.toContain('aid-prod-http-a2a-streams');
  expect(quick.filter((name) => name?.startsWith('aid-prod-worker-'))).toEqual([]);
  expect(quick).toHaveLength(FUNCTION_NAMES.filter((name) => name.startsWith('http-')).length - 2);
});

test('Each metric of AWS in a graph or an alarm is one that AWS publishes about a resource of the stage', () => {
  const published = awsMetrics(assembly);
  const keys = new Set(published.map(metricKey));
  const used = [
    ...lines.flatMap(({ metric, in: title }) => (metric === undefined ? [] : [{ metric, by: title }])),
    ...alarms.map(({ name, metric }) => ({ metric, by: name })),
  ].filter(({ metric }) => metric.namespace !== METRIC_NAMESPACE);
  expect(used.length).toBeGreaterThan(30);
  for (const { metric, by } of used) expect(keys, `${by}: ${metricKey(metric)}`).toContain(metricKey(metric));
  const searches = lines.filter(({ expression }) => expression?.includes('{AWS/'));
  expect(searches.length).toBeGreaterThan(3);
  for (const { expression = '', in: title } of searches) {
    expect(searchedMetrics(expression, published).length, title).toBeGreaterThan(0);
  }
});

test('The graphs of queues search every queue of jobs, and every queue of failures', () => {
  const names = assembly.resources('AWS::SQS::Queue').map(({ name }) => name);
  const searched = (title: string) =>
    searchedMetrics(expressionOf(title), awsMetrics(assembly)).map(({ dimensions }) => dimensions.QueueName);
  const both = [...searched('How old is the oldest job?'), ...searched('Which work was given up?')];
  expect(both.sort()).toEqual(names.sort());
});

test('The threshold of each alarm is drawn in a graph of its metric', () => {
  for (const alarm of alarms) {
    const showing = graphs.filter(({ properties }) =>
      linesOf(properties).some(({ metric, expression = '' }) =>
        metric === undefined
          ? searchedMetrics(expression, [alarm.metric]).length > 0 || isThrottles(alarm.metric, expression)
          : metricKey(metric) === metricKey(alarm.metric),
      ),
    );
    const drawn = showing.flatMap(({ properties }) => properties.annotations.horizontal.map(({ value }) => value));
    expect(drawn, alarm.name).toContain(alarm.threshold);
  }
});

/** The alarm is about the account, and the graph shows which of its functions it is about. */
function isThrottles({ name }: Metric, expression: string): boolean {
  return name === 'Throttles' && expression.includes('MetricName="Throttles"');
}

test('The dashboard links to the section of the runbook of every alarm, and without an address names the sections', () => {
  const textOf = (from: readonly Widget[]) =>
    from.map((widget) => (widget.type === 'text' ? widget.properties.markdown : '')).join('\n');
  const anchors = new Set(alarms.map(({ description }) => /#([\w-]+)$/.exec(description)?.[1] ?? ''));
  expect(anchors.size).toBeGreaterThan(10);
  for (const anchor of anchors) expect(textOf(widgets)).toContain(`(${PRODUCTION.AID_RUNBOOK_URL}#${anchor})`);
  const without = textOf(dashboardWidgets(assemblyOf(WATCHED)));
  for (const anchor of anchors) expect(without).toContain(anchor.replaceAll('-', ' '));
});

test('The query of failing routes reads the access log of the API, and finds what API Gateway logs about failures', () => {
  const [log] = widgets.filter((widget) => widget.type === 'log');
  const { group, run } = insightsQuery(log?.properties.query ?? '');
  const [stage] = assembly.resources('AWS::ApiGateway::Stage');
  const settings = stage?.properties.AccessLogSetting as Readonly<Record<string, string>> | undefined;
  const { DestinationArn, Format } = settings ?? {};
  expect(DestinationArn).toContain(`:log-group:${group}`);
  const line = (status: number, requestId: string) =>
    (Format ?? '').replace(/\$context\.([\w.]+)/g, (_, name: string) => {
      const values = {
        status,
        requestId,
        httpMethod: 'GET',
        resourcePath: '/v1/me',
        'error.responseType': 'DEFAULT_5XX',
      };
      return String(values[name as keyof typeof values] ?? '-');
    });
  const rows = run([
    { at: 1, text: line(500, 'a') },
    { at: 2, text: line(500, 'b') },
    { at: 3, text: line(404, 'c') },
  ]);
  expect(rows).toEqual([
    { method: 'GET', route: '/v1/me', status: '500', failures: 2, gateway_error: 'DEFAULT_5XX', example: 'b' },
  ]);
});

test('The title of every widget is a question', () => {
  for (const widget of widgets) if (widget.type !== 'text') expect(widget.properties.title).toMatch(/\?$/);
});

test('The dashboard has at most 50 metrics, counting each line that a search shows, so that it is one of the free ones', () => {
  const shown = lines.map(({ expression }) => Number(/, 0, (\d+)\)$/.exec(expression ?? '')?.[1] ?? 1));
  expect(shown.length).toBeGreaterThan(30);
  expect(shown.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(50);
});
