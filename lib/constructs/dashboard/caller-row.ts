import { Color, type IWidget, LogQueryVisualizationType, LogQueryWidget, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { DashboardParts } from './dashboard-parts.ts';
import { FIVE_MINUTES, graph, HALF, MINUTE, QUARTER } from './graph.ts';
import { heading } from './heading.ts';
import { quickFunctionSearch, worst } from './worst.ts';

/**
 * Routes with responses of 5xx, from the access log. `example` is a request id for `npm run ops -- find`. Status is a
 * text there, so it is compared as one.
 */
const FAILING_ROUTES = [
  'filter status like /^5/',
  'stats count(*) as failures, latest(error_type) as gateway_error, latest(request_id) as example by method, route, status',
  'sort failures desc',
  'limit 10',
];

export function callerRow(parts: DashboardParts): IWidget[][] {
  const { config, alarms, api } = parts;
  const { restApi } = api;
  const sum = { statistic: Stats.SUM, period: FIVE_MINUTES };
  return [
    [heading(parts, 'Callers', ['ServerErrors'])],
    [
      graph(alarms, {
        title: 'Do callers get responses?',
        width: QUARTER,
        left: [
          restApi.metricServerError({ ...sum, label: '5xx', color: Color.RED }),
          restApi.metricClientError({ ...sum, label: '4xx', color: Color.ORANGE }),
        ],
        unit: 'errors in 5 minutes',
        right: [restApi.metricCount({ ...sum, label: 'requests', color: Color.BLUE })],
        rightUnit: 'requests',
        alarms: ['ServerErrors'],
      }),
      graph(alarms, {
        title: 'Which quick requests are slow?',
        width: QUARTER,
        left: [worst(quickFunctionSearch(config, 'Duration'), 'p99', MINUTE, 2)],
        unit: 'p99 in ms, without waits and streams',
      }),
      new LogQueryWidget({
        title: 'Which routes fail?',
        logGroupNames: [api.accessLogName],
        queryLines: FAILING_ROUTES,
        view: LogQueryVisualizationType.TABLE,
        width: HALF,
        height: 6,
      }),
    ],
  ];
}
