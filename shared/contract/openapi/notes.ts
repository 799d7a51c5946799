import type { z } from 'zod';
import type { ReplyBody, Route } from '../route.ts';
import type { NoSdkMethod, SdkMethod } from './sdk.ts';

/** The body of an example request, as a client sends it. */
type BodyExample<R extends Route> = R extends { body: infer S extends z.ZodType }
  ? { readonly body: z.input<S> }
  : { readonly body?: undefined };

/** Which field of the reply is a secret that is returned only once. */
type Secret<R extends Route> = R['onceOnlySecret'] extends true
  ? { readonly secret: keyof ReplyBody<R> & string }
  : { readonly secret?: undefined };

/** How long a call may wait for something to happen, and the parameter that sets it. */
interface Wait {
  readonly parameter?: string;
  readonly max_ms: number;
}

/** What the description says about an operation beyond its route. */
export type Note<R extends Route = Route> = {
  /** A short title. The route's `summary` is the longer text. */
  readonly title: string;
  /** The method of client libraries, `webhooks.rotateSecret`, or why they have none. */
  readonly sdk: SdkMethod | NoSdkMethod;
  readonly wait?: Wait;
} & BodyExample<R> &
  Secret<R>;

/** The notes of a group, one for each of its routes: a missing or a surplus one does not compile. */
export type Notes<M> = { readonly [K in keyof M]: M[K] extends Route ? Note<M[K]> : never };

/** Declares the notes of a group. `routes` fixes the type and the names. */
export function notesOf<M extends object>(_routes: M, notes: Notes<M>): Notes<M> {
  return notes;
}
