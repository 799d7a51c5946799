/**
 * What an SDK of the service consists of, whatever its language: the resources with their methods, and the types that
 * these use. It is read from the description (`GET /v1/openapi.json`) by `readModel`, and each emitter writes the files
 * of one language from it.
 *
 * Names are those of the wire (`in_reply_to_message_id`), except for resources and methods, which are in camel case
 * (`apiKeys`, `rotateSecret`), and types, which are in pascal case (`CreatedApiKey`). An emitter respells them as its
 * language does. Texts are Markdown: sentences with code in backticks.
 */
export interface Model {
  /** The version of the service that the description is of. */
  readonly version: string;
  /** The client itself: its methods (`me`) and its resources. */
  readonly client: Resource;
  /** Each after the types that it extends; otherwise in the order of the description. Their names are unique. */
  readonly types: readonly Type[];
}

export interface Resource {
  /** `threads` of `mail.threads`; empty for the client. */
  readonly name: string;
  /** From the client on: `['mail', 'threads']`; empty for the client. */
  readonly path: readonly string[];
  readonly methods: readonly Method[];
  readonly resources: readonly Resource[];
}

export interface Method {
  readonly name: string;
  /** The name of the operation in the description, unique: `listThreads`. */
  readonly operation: string;
  /** A title of a few words, without a full stop. */
  readonly title: string;
  /** What it does, in sentences. */
  readonly text: string;
  readonly verb: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{name}` for the parameters: `/v1/identities/{id}/mail/threads/{tid}`. */
  readonly path: string;
  /** The parameters of the path in their order, that of `identity` included. */
  readonly pathParameters: readonly Parameter[];
  /** The parameters of the query, those of its pages included. */
  readonly query: readonly Parameter[];
  /** The JSON that the request has. */
  readonly body?: Body;
  /** The JSON of the reply; absent where there is none (204). */
  readonly reply?: TypeExpression;
  readonly page?: Page;
  readonly identity?: IdentityParameter;
  /** Whether a call carries an idempotency key. All calls that change something do. */
  readonly idempotent: boolean;
  /** The keys that may call it; `none` needs none. */
  readonly auth: 'none' | 'org' | 'agent' | 'any';
  /** The field of the reply that is a secret and shown this once. */
  readonly secret?: string;
  /** How long a reply may take, beyond an ordinary call: `parameter` of the query says how long, in milliseconds. */
  readonly wait?: { readonly parameter?: string; readonly maxMs: number };
  /** Codes of errors that not every operation has. */
  readonly errors: readonly string[];
}

export interface Parameter {
  readonly name: string;
  readonly type: TypeExpression;
  readonly required: boolean;
  readonly text: string;
}

export interface Body {
  /** A reference to an object type. */
  readonly type: TypeExpression;
  /** False where all of its fields are optional, so that the body may be left out. */
  readonly required: boolean;
}

/**
 * A list that is read page by page, newest first. Where the reply has `x-aid-more: true`, the next page has `before`
 * set to the header `x-aid-more-before`. Otherwise it has `before` set to `cursor` of the last row, and a page with
 * fewer rows than its `limit` is the last one.
 */
export interface Page {
  /** The field of the reply that holds the rows. */
  readonly items: string;
  /** The type of a row. */
  readonly row: TypeExpression;
  /** The field of a row that `before` takes; absent where the list has one page only. */
  readonly cursor?: string;
  /**
   * The parameter with which the list is oldest first: `since` of the log. The next page then has it set to `cursor` of
   * the last row, or to the header `x-aid-more-since`, and the same `before`, if any, as its end. Absent where the list
   * is always newest first, also if it has a filter `since`.
   */
  readonly forwards?: string;
}

/**
 * Where a request names the agent that it is made for. In the path, `me` is the agent of an agent key, and a
 * caller with an org key names one. In a query or body it is optional, and left out unless the caller has named one.
 */
export interface IdentityParameter {
  readonly in: 'path' | 'query' | 'body';
  readonly name: string;
}

export type Type = ObjectType | EnumType | UnionType | AliasType;

interface Named {
  /** In pascal case. */
  readonly name: string;
  /** Sentences. */
  readonly text: string;
  /** Whether requests contain it, replies (and events), or both. */
  readonly usedIn: Usage;
}

export type Usage = 'request' | 'reply' | 'both';

export interface ObjectType extends Named {
  readonly kind: 'object';
  /** The object types that it has the fields of. */
  readonly extends: readonly string[];
  /** Its own fields, without those of the types that it extends. */
  readonly fields: readonly Field[];
  /** The type of further fields of any name, where the object is a map or has some. */
  readonly others?: TypeExpression;
}

export interface Field {
  readonly name: string;
  readonly type: TypeExpression;
  /** Whether it is always there. A field that is there may still be null. */
  readonly required: boolean;
  /** Sentences; empty where the text of its type says it all. */
  readonly text: string;
  /** The value that the service assumes where a request leaves the field out. */
  readonly default?: unknown;
}

/** A text out of a list, to which a newer service may add. An SDK never fails on a value that it does not know. */
export interface EnumType extends Named {
  readonly kind: 'enum';
  readonly values: readonly string[];
}

/** One of several objects, told apart by a field. A newer service may send others: an SDK parses these as `unknown`. */
export interface UnionType extends Named {
  readonly kind: 'union';
  readonly discriminator: string;
  /** Each variant with the values of the discriminator that mean it. */
  readonly variants: readonly { readonly type: string; readonly values: readonly string[] }[];
  /** The object type with what all variants have. It is not in the description: readers of the model add it. */
  readonly unknown: string;
}

/** A name for an expression: `Recipients` is a recipient or a list of them. */
export interface AliasType extends Named {
  readonly kind: 'alias';
  readonly type: TypeExpression;
}

/**
 * - `string`: with `format` where it is a `date-time` (ISO 8601 in UTC), `uri`, `email`, `password` or `base64`
 * - `any`: any JSON value
 * - `constant`: this text or truth value only; in a reply, a newer service may send another
 * - `map`: an object with values of one type under any names
 * - `one-of`: one of these, told apart by their JSON type
 */
export type TypeExpression =
  | { readonly kind: 'string'; readonly format?: string }
  | { readonly kind: 'integer' | 'number' | 'boolean' | 'any' }
  | { readonly kind: 'constant'; readonly value: string | boolean }
  | { readonly kind: 'reference'; readonly name: string }
  | { readonly kind: 'list'; readonly of: TypeExpression }
  | { readonly kind: 'map'; readonly of: TypeExpression }
  | { readonly kind: 'nullable'; readonly of: TypeExpression }
  | { readonly kind: 'one-of'; readonly of: readonly TypeExpression[] };
