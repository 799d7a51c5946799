import type { Input, ReplyBody, Route } from '../../contract/route.ts';
import type { Identity } from '../../data/entities/identity.ts';
import type { Table } from '../../data/table-client.ts';
import type { Plan, Staging } from '../../data/unit-of-work.ts';
import type { AppError } from '../../domain/errors.ts';
import type { Limits } from '../../domain/limits.ts';
import type { Keyring } from '../keyring.ts';

/** Who makes a request, and for which organization. Derived from the key and from nothing else. */
export type Actor = {
  keyId: string;
  organization: { id: string; name: string; slug: string };
} & (
  | {
      kind: 'org';
      /** Only where a login token was used. */
      userId?: string;
    }
  | { kind: 'agent'; identity: Identity }
);

/** What a stage decides for all its requests. */
export interface Settings {
  limits: Limits;
  mailDomain: string;
  /** Only the local profile may name receivers on loopback. */
  allowLoopbackReceivers: boolean;
}

/** What an operation works with. Time is a parameter, so that a test needs no sleep. */
export interface Context<R extends Route = Route> {
  readonly actor: R['auth'] extends 'none' ? null : Actor;
  readonly table: Table;
  readonly settings: Settings;
  readonly keyring: () => Promise<Keyring>;
  readonly requestId: string;
  /** The caller's network address. */
  readonly address: string;
  readonly baseUrl: string;
  /** Epoch milliseconds at which the request is handled. */
  readonly now: number;
}

/** How an operation ends. `reject` is what a commit keeps although the request fails: a wrong guess counts. */
export type Outcome<B> = { kind: 'reply'; body: B; status?: number } | { kind: 'reject'; error: AppError };

export type Write<B> = { kind: 'write' } & Plan<Outcome<B>>;

export interface Operation<R extends Route> {
  readonly route: R;
  readonly run: (context: Context<R>, input: Input<R>) => Promise<Outcome<ReplyBody<R>> | Write<ReplyBody<R>>>;
}

/** Binds an operation to its route: load, decide, then `reply`, or `write` what is staged. */
export function operation<R extends Route>(route: R, run: Operation<R>['run']): Operation<R> {
  return { route, run };
}

export function reply<B>(body: B, options: { status?: number } = {}): Outcome<B> {
  return { kind: 'reply', body, ...options };
}

/** 204: nothing to say. */
export function nothing(): Outcome<undefined> {
  return { kind: 'reply', body: undefined };
}

/** Commits what was staged, then fails. */
export function reject(error: AppError): Outcome<never> {
  return { kind: 'reject', error };
}

/** Writes to be committed. `clocks`: the organizations whose times or logs the stage function uses. */
export function write<B>(clocks: readonly string[], stage: (staging: Staging) => Outcome<B>): Write<B> {
  return { kind: 'write', clocks, stage };
}
