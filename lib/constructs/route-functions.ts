import { Construct } from 'constructs';
import type { Route, RouteGroup } from '../../shared/contract/route.ts';
import { ROUTES } from '../../shared/contract/table.ts';
import type { StageConfig } from '../config.ts';
import { FUNCTIONS } from '../functions.ts';
import type { HttpApi } from './http-api.ts';
import { ServiceFunction } from './service-function.ts';

export interface RouteFunctionsProps {
  readonly config: StageConfig;
  readonly assetRoot: string;
  readonly api: HttpApi;
}

/** One function for each group of routes, and each route wired to its group's function. */
export class RouteFunctions extends Construct {
  private readonly byGroup = new Map<RouteGroup, ServiceFunction>();

  constructor(scope: Construct, id: string, props: RouteFunctionsProps) {
    super(scope, id);
    for (const route of ROUTES) props.api.serve(route, this.functionOf(route, props));
  }

  get all(): readonly ServiceFunction[] {
    return [...this.byGroup.values()];
  }

  of(group: RouteGroup): ServiceFunction {
    const fn = this.byGroup.get(group);
    if (fn === undefined) throw new Error(`No route belongs to the group ${group}.`);
    return fn;
  }

  private functionOf(route: Route, { config, assetRoot }: RouteFunctionsProps): ServiceFunction {
    const known = this.byGroup.get(route.group);
    if (known !== undefined) return known;
    const name = `http-${route.group}` as const;
    const fn = new ServiceFunction(this, route.group, {
      config,
      assetRoot,
      name,
      // A wait or a stream holds its function for minutes: so many at once, and the rest of the account stays free.
      ...(FUNCTIONS[name].holds && { reservedConcurrency: config.waitConcurrency }),
    });
    this.byGroup.set(route.group, fn);
    return fn;
  }
}
