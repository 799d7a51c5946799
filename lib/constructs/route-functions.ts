import { Construct } from 'constructs';
import type { Route } from '#shared/contract/route.ts';
import type { StageConfig } from '../config.ts';
import { FUNCTIONS, type FunctionName, functionOf } from '../functions.ts';
import { ServiceFunction } from './service-function.ts';

export interface RouteFunctionsProps {
  readonly config: StageConfig;
  readonly assetRoot: string;
  readonly routes: readonly Route[];
}

type HttpFunctionName = Extract<FunctionName, `http-${string}`>;

/**
 * The routes of the table, and the functions that serve them: one for each group, and one for its long-lived routes.
 */
export class RouteFunctions extends Construct {
  readonly routes: readonly Route[];
  readonly #byName: ReadonlyMap<FunctionName, ServiceFunction>;

  constructor(scope: Construct, id: string, { config, assetRoot, routes }: RouteFunctionsProps) {
    super(scope, id);
    this.routes = routes;
    const names = [...new Set(routes.map(functionOf))];
    this.#byName = new Map(names.map((name) => [name, this.#makeFunction(name, { config, assetRoot })]));
  }

  get all(): readonly ServiceFunction[] {
    return [...this.#byName.values()];
  }

  of(name: HttpFunctionName): ServiceFunction {
    return this.#find(name);
  }

  /** The function of a route. */
  serving(route: Route): ServiceFunction {
    return this.#find(functionOf(route));
  }

  #find(name: FunctionName): ServiceFunction {
    const fn = this.#byName.get(name);
    if (fn === undefined) throw new Error(`No route belongs to the function ${name}.`);
    return fn;
  }

  #makeFunction(name: FunctionName, { config, assetRoot }: Omit<RouteFunctionsProps, 'routes'>): ServiceFunction {
    return new ServiceFunction(this, name.replace(/^http-/, ''), {
      config,
      assetRoot,
      name,
      // A wait or a stream occupies a function for minutes. The reservation keeps them from using the account's
      // concurrency. To reserve 0 would switch the function off, so 0 means no reservation.
      ...(FUNCTIONS[name].longLived && config.waitConcurrency > 0 && { reservedConcurrency: config.waitConcurrency }),
    });
  }
}
