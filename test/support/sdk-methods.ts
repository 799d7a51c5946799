import type { Method, Resource } from '#clients/description/model/model.ts';
import type { Aid, Call, Pages } from '#clients/typescript/src/index.ts';

/** A method of the TypeScript SDK, and what it was generated from. */
export interface SdkMethod {
  /** From the client on: `mail.messages.list`. */
  readonly name: string;
  readonly method: Method;
  /** Calls it with arguments of any kind. */
  readonly call: (aid: Aid, args: readonly unknown[]) => Call<unknown> | Pages<unknown>;
}

/** The methods of a resource and of those below it. */
export function methodsOf({ path, methods, resources }: Resource): SdkMethod[] {
  const own = methods.map(
    (method): SdkMethod => ({
      name: [...path, method.name].join('.'),
      method,
      call: (aid, args) => {
        const resource = path.reduce<unknown>((found, part) => (found as Record<string, unknown>)[part], aid);
        return (resource as Record<string, (...given: unknown[]) => Call<unknown>>)[method.name]?.(
          ...args,
        ) as Call<unknown>;
      },
    }),
  );
  return [...own, ...resources.flatMap(methodsOf)];
}
