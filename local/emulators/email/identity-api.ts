import type { Access } from '../../access/statements.ts';
import { arn } from '../../assembly/aws-identifiers.ts';
import type { CreateInput, FeedbackInput, Identities, MailFromInput } from './identities.ts';

interface Call {
  /** The IAM actions that the call needs, and the identity that it is about. */
  readonly accesses: readonly Access[];
  run(identities: Identities): object;
}

const COLLECTION = '/v2/email/identities';

/** Whether a path is about email identities. */
export function isIdentityPath(path: string): boolean {
  return path === COLLECTION || path.startsWith(`${COLLECTION}/`);
}

/**
 * What a request to the identities of SES v2 asks for; undefined for what is not emulated.
 *
 * Source: SES API v2 reference; Service Authorization Reference, Amazon SES v2.
 */
export function identityCall(
  method: string,
  path: string,
  input: CreateInput & MailFromInput & FeedbackInput,
): Call | undefined {
  const [encoded = '', aspect] = path.slice(COLLECTION.length + 1).split('/');
  const name = path === COLLECTION ? (input.EmailIdentity ?? '') : decodeURIComponent(encoded);
  const needs = (...actions: readonly string[]) =>
    actions.map((action) => ({ action: `ses:${action}`, resource: arn('ses', `identity/${name}`) }));
  switch (`${method} ${aspect ?? (path === COLLECTION ? 'all' : 'one')}`) {
    case 'POST all':
      return {
        accesses: needs('CreateEmailIdentity', ...((input.Tags ?? []).length > 0 ? ['TagResource'] : [])),
        run: (identities) => identities.create(input),
      };
    case 'GET one':
      return { accesses: needs('GetEmailIdentity'), run: (identities) => identities.get(name) };
    case 'DELETE one':
      return { accesses: needs('DeleteEmailIdentity'), run: (identities) => identities.delete(name) };
    case 'PUT mail-from':
      return {
        accesses: needs('PutEmailIdentityMailFromAttributes'),
        run: (identities) => identities.setMailFrom(name, input),
      };
    case 'PUT feedback':
      return {
        accesses: needs('PutEmailIdentityFeedbackAttributes'),
        run: (identities) => identities.setFeedback(name, input),
      };
    default:
      return undefined;
  }
}
