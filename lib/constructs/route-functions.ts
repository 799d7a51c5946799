import { Construct } from 'constructs';
import type { RouteGroup } from '../../shared/contract/groups.ts';
import type { Route } from '../../shared/contract/route.ts';
import type { StageConfig } from '../config.ts';
import { FUNCTIONS } from '../functions.ts';
import { ServiceFunction } from './service-function.ts';

export interface RouteFunctionsProps {
  readonly config: StageConfig;
  readonly assetRoot: string;
  readonly routes: readonly Route[];
}

/** The routes of the table, and one function for each of their groups. */
export class RouteFunctions extends Construct {
  readonly routes: readonly Route[];
  private readonly byGroup: ReadonlyMap<RouteGroup, ServiceFunction>;

  constructor(scope: Construct, id: string, { config, assetRoot, routes }: RouteFunctionsProps) {
    super(scope, id);
    this.routes = routes;
    const groups = [...new Set(routes.map(({ group }) => group))];
    this.byGroup = new Map(groups.map((group) => [group, this.functionOf(group, { config, assetRoot })]));
  }

  get all(): readonly ServiceFunction[] {
    return [...this.byGroup.values()];
  }

  of(group: RouteGroup): ServiceFunction {
    const fn = this.byGroup.get(group);
    if (fn === undefined) throw new Error(`No route belongs to the group ${group}.`);
    return fn;
  }

  private functionOf(group: RouteGroup, { config, assetRoot }: Omit<RouteFunctionsProps, 'routes'>): ServiceFunction {
    const name = `http-${group}` as const;
    return new ServiceFunction(this, group, {
      config,
      assetRoot,
      name,
      // A wait or a stream occupies a function for minutes. The reservation keeps them from using the account's
      // concurrency. To reserve 0 would switch the function off, so 0 means no reservation.
      ...(FUNCTIONS[name].longLived && config.waitConcurrency > 0 && { reservedConcurrency: config.waitConcurrency }),
    });
  }
}
