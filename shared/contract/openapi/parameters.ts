import { z } from 'zod';
import type { ZodOpenApiParameters } from 'zod-openapi';
import type { IdKind } from '#shared/domain/ids/ids.ts';
import type { Route } from '../route.ts';
import { type Components, pascal } from './components.ts';
import { AT, exampleId } from './example-records.ts';
import type { Json } from './json.ts';
import { paginationOf } from './pagination.ts';

interface PathParameter {
  readonly component: string;
  readonly text: string;
  readonly example: string;
}

function idOf(kind: IdKind, component: string, text: string): PathParameter {
  return { component, text, example: exampleId(kind) };
}

/** The descriptions of path parameters. */
const PATH_PARAMETERS: Readonly<Record<string, PathParameter>> = {
  'identities/{id}': idOf('agent', 'IdentityId', 'The agent’s id.'),
  'api-keys/{id}': idOf('apiKey', 'ApiKeyId', 'The key’s id.'),
  'grants/{id}': idOf('grant', 'GrantId', 'The grant’s id.'),
  'sessions/{id}': idOf('session', 'SessionId', 'The session’s id.'),
  'approvals/{id}': idOf('approval', 'ApprovalId', 'The approval’s id.'),
  'members/{id}': idOf('user', 'MemberId', 'The member’s id.'),
  'contacts/{id}': idOf('contact', 'ContactId', 'The contact’s id.'),
  'tunnels/{id}': idOf('tunnel', 'TunnelId', 'The tunnel’s id.'),
  '/v1/contact-rules/{id}': idOf('contactRule', 'ContactRuleId', 'The rule’s id.'),
  'a2a/contact-rules/{id}': idOf('a2aRule', 'A2aRuleId', 'The rule’s id.'),
  'domains/{id}': idOf('domain', 'DomainId', 'The domain’s id.'),
  'trace/{id}': idOf('message', 'TracedId', 'The id of a message, task, event, delivery, approval or request.'),
  'events/{id}': idOf('event', 'EventId', 'The event’s id.'),
  'streams/{id}': idOf('stream', 'StreamId', 'The stream’s id.'),
  'invitations/{id}': idOf('invitation', 'InvitationId', 'The invitation’s id.'),
  'provider-accounts/{id}': idOf('providerAccount', 'ProviderAccountId', 'The account’s id.'),
  'secrets/{id}': idOf('secret', 'SecretId', 'The secret’s id.'),
  'leases/{id}': idOf('lease', 'LeaseId', 'The lease’s id.'),
  'tasks/{id}': idOf('task', 'TaskId', 'The task’s id.'),
  'deliveries/{id}': idOf('delivery', 'DeliveryId', 'The delivery’s id.'),
  'trusted-issuers/{id}': idOf('trustedIssuer', 'TrustedIssuerId', 'The trusted issuer’s id.'),
  'recoveries/{rid}': idOf('recovery', 'RecoveryId', 'The recovery’s id.'),
  'webhooks/{id}': idOf('webhook', 'WebhookId', 'The endpoint’s id.'),
  'mailboxes/{mid}': idOf('mailbox', 'MailboxId', 'The mailbox’s id.'),
  'messages/{mid}': idOf('message', 'MessageId', 'The message’s id.'),
  'drafts/{did}': idOf('draft', 'DraftId', 'The draft’s id.'),
  'attachments/{aid}': idOf('attachment', 'AttachmentId', 'The attachment’s id.'),
  'threads/{tid}': idOf('thread', 'ThreadId', 'The conversation’s id.'),
  'tasks/{task}': idOf('task', 'A2aTaskId', 'The task’s id. `:cancel` or `:subscribe` after it names the action.'),
  'tasks/{task}/pushNotificationConfigs': idOf('task', 'A2aConfiguredTaskId', 'The task’s id.'),
  'pushNotificationConfigs/{config}': idOf('webhook', 'A2aPushConfigId', 'The configuration’s id.'),
};

/** Names that a parameter outside of paths may not have: of parameters in paths, and of schemas. */
const TAKEN_NAMES: ReadonlySet<string> = new Set([
  ...Object.values(PATH_PARAMETERS).map(({ component }) => component),
  'Actor',
  'EventType',
]);

/** The texts of the parameters that lists share. */
function pageText(route: Route, name: string): string | undefined {
  if (name === 'limit') return 'The maximum number of items to return.';
  const { cursor = 'created_at' } = paginationOf(route) ?? {};
  return name === 'before'
    ? `Only items older than this time: the \`${cursor}\` of the last item of the previous page.`
    : undefined;
}

/** Example values of parameters. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  before: AT,
  since: AT,
  type: 'mail.received',
  q: 'lamp',
  'A2A-Version': '1.0',
};

const idempotencyKey = z
  .string()
  .regex(/^[\x20-\x7e]{1,255}$/)
  .optional();
/** Without an API key, the idempotency key must not be guessable, because a replayed reply may contain secrets. */
const longIdempotencyKey = z
  .string()
  .regex(/^[\x20-\x7e]{16,255}$/)
  .optional();
const a2aVersion = z.string().regex(/^1\.0(?:\.[0-9]+)?$/);
const ifNoneMatch = z.string().optional();

/** Headers that an operation reads, with their texts. */
function headersIn(route: Route): Record<string, readonly [z.ZodType, string]> {
  const signed = Object.entries(route.signed?.headers.shape ?? {}).map(
    ([name, schema]) => [name, [schema as z.ZodType, textsOf(route.signed?.headers)[name] ?? '']] as const,
  );
  return {
    ...(route.idempotent && {
      'idempotency-key': [
        route.auth === 'none' ? longIdempotencyKey : idempotencyKey,
        'For 24 hours, the same key with the same body returns the first reply again.',
      ] as const,
    }),
    ...((route.protocol === 'json-rpc' || route.protocol === 'http+json') && {
      'A2A-Version': [a2aVersion, 'The version of the protocol. It can be a query parameter instead.'] as const,
    }),
    ...(route.cacheSeconds !== undefined && {
      'if-none-match': [ifNoneMatch, "The `etag` of the caller's cached copy."] as const,
    }),
    ...Object.fromEntries(signed),
  };
}

function textsOf(schema: z.ZodType | undefined): Readonly<Record<string, string>> {
  return (schema?.meta()?.fields ?? {}) as Record<string, string>;
}

/** The most specific entry that matches the path and the parameter's name. */
export function pathParameter(path: string, name: string): PathParameter {
  const fitting = Object.keys(PATH_PARAMETERS).filter((part) => part.includes(`{${name}}`) && path.includes(part));
  const [part = ''] = fitting.sort((one, other) => other.length - one.length);
  const found = PATH_PARAMETERS[part];
  if (found === undefined) throw new Error(`${path}: nothing is said of {${name}}`);
  return found;
}

/** The parameters of an operation as zod-openapi takes them. */
export function parametersOf(route: Route): ZodOpenApiParameters {
  const header = Object.fromEntries(Object.entries(headersIn(route)).map(([name, [schema]]) => [name, schema]));
  return {
    ...(route.params && { path: route.params }),
    ...(route.query && { query: route.query }),
    ...(Object.keys(header).length > 0 && { header: z.object(header) }),
  };
}

interface Parameter extends Json {
  in: string;
  name: string;
  schema: Json;
}

/** The references to the parameters of an operation, each with its text, as components. */
export function parameterRefs(route: Route, parameters: readonly Parameter[], components: Components) {
  return parameters.map((parameter) => {
    const { in: place, name, required, schema } = parameter;
    const { text, example, names } = explained(route, place, name);
    const { description: _, ...type } = schema;
    const component = {
      in: place,
      name,
      ...(required === true && { required }),
      description: text,
      ...(example !== undefined && { example }),
      schema: type,
    };
    return components.ref(component, names);
  });
}

/** The text of a parameter and the names for its component, the best one first. */
function explained(route: Route, place: string, name: string) {
  if (place === 'path') {
    const { component, text, example } = pathParameter(route.path, name);
    return { text, example, names: [component] };
  }
  const short = `${name === 'idempotency-key' && route.auth === 'none' ? 'Long' : ''}${pascal(name)}`;
  const names = [...(TAKEN_NAMES.has(short) ? [] : [short]), `${short}Filter`, pascal(`${route.name} ${name}`)];
  const text = place === 'header' ? headersIn(route)[name]?.[1] : (textsOf(route.query)[name] ?? pageText(route, name));
  if (text === undefined || text === '') throw new Error(`${route.name}: no text for ${name}`);
  return { text, example: EXAMPLES[name], names };
}
