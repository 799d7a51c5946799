import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Assembly } from '../assembly/assembly.ts';
import { LocalFile, type LocalRoutes } from '../gateway/local-routes.ts';
import type { LogStore } from '../logs/log-store.ts';
import { PUBLIC_URL_PLACEHOLDER } from '../settings.ts';
import type { StackMetrics } from '../stack-metrics.ts';
import { dashboardWidgets } from './dashboard-body.ts';
import { type DrawnWidget, dashboardData } from './dashboard-data.ts';
import { htmlOf, pageOf } from './markdown.ts';

const PAGE = join(import.meta.dirname, 'page');
const DOCS = join(import.meta.dirname, '..', '..', 'docs');
const UPLOT = dirname(createRequire(import.meta.url).resolve('uplot'));

/** The minutes that the dashboard shows: as many as the page asks for, up to the retention. */
const DEFAULT_MINUTES = 60;
const MAX_MINUTES = 180;

const FILES: Readonly<Record<string, { readonly path: string; readonly type: string }>> = {
  '/_local/dashboard': { path: join(PAGE, 'index.html'), type: 'text/html; charset=utf-8' },
  '/_local/dashboard/page.css': { path: join(PAGE, 'page.css'), type: 'text/css' },
  '/_local/dashboard/graph.js': { path: join(PAGE, 'graph.js'), type: 'text/javascript' },
  '/_local/dashboard/page.js': { path: join(PAGE, 'page.js'), type: 'text/javascript' },
  '/_local/dashboard/uplot.css': { path: join(UPLOT, 'uPlot.min.css'), type: 'text/css' },
  '/_local/dashboard/uplot.js': { path: join(UPLOT, 'uPlot.esm.js'), type: 'text/javascript' },
};

/**
 * The pages of the dashboard: the definition that CloudWatch gets, drawn from the metrics and logs of this stack, and
 * the documentation to which its links lead.
 */
export function dashboardRoutes(
  assembly: Assembly,
  sources: { readonly metrics: StackMetrics; readonly logs: LogStore },
): LocalRoutes {
  const widgets = dashboardWidgets(assembly);
  const files = Object.entries(FILES).map(([route, { path, type }]) => [
    route,
    () => new LocalFile(type, readFileSync(path)),
  ]);
  return {
    ...Object.fromEntries(files),
    ...docsRoutes(),
    '/_local/dashboard/data': (query) => {
      const asked = Number(query.get('minutes') ?? DEFAULT_MINUTES);
      const minutes = Number.isInteger(asked) ? Math.min(Math.max(asked, 1), MAX_MINUTES) : DEFAULT_MINUTES;
      const data = dashboardData(widgets, sources, { minutes });
      return { ...data, widgets: data.widgets.map(forPage) };
    },
  };
}

/** A widget with its Markdown as HTML, and with links that work on this machine. */
function forPage(widget: DrawnWidget): object {
  if (widget.type === 'text')
    return { ...widget, html: htmlOf(widget.markdown.replaceAll(PUBLIC_URL_PLACEHOLDER, '')) };
  if (widget.type !== 'alarm') return widget;
  const alarms = widget.alarms.map((alarm) => {
    const [, section = ''] = /docs\/(runbook\.md#[\w-]+)/.exec(alarm.description) ?? [];
    return { ...alarm, href: `/_local/docs/${section}` };
  });
  return { ...widget, alarms };
}

/** A route for each page of the documentation. */
function docsRoutes(): LocalRoutes {
  const names = readdirSync(DOCS, { recursive: true, encoding: 'utf8' });
  const pages = names
    .filter((name) => name.endsWith('.md'))
    .map((name) => [
      `/_local/docs/${name}`,
      () => new LocalFile('text/html; charset=utf-8', pageOf(readFileSync(join(DOCS, name), 'utf8'))),
    ]);
  const pictures = names
    .filter((name) => name.endsWith('.png'))
    .map((name) => [`/_local/docs/${name}`, () => new LocalFile('image/png', readFileSync(join(DOCS, name)))]);
  return Object.fromEntries([...pages, ...pictures]);
}
