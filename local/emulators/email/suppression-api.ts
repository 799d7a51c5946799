import { suppressionAccess } from '../../access/service-accesses.ts';
import type { Access } from '../../access/statements.ts';
import type { SuppressionLists } from './suppression.ts';

interface Call {
  readonly accesses: readonly Access[];
  run(lists: SuppressionLists): object;
}

const COLLECTION = '/v2/email/suppression/addresses';

/** Whether a path is about a suppression list. */
export function isSuppressionPath(path: string): boolean {
  return new RegExp(`^${COLLECTION}(?:[/?]|$)`).test(path);
}

/**
 * What a request to a suppression list of SES v2 asks for; undefined for what is not emulated. The tenant is in the
 * body of a PUT, and in the query of the others.
 *
 * Source: SES API v2 reference, PutSuppressedDestination, GetSuppressedDestination, DeleteSuppressedDestination.
 */
export function suppressionCall(method: string, path: string, input: object): Call | undefined {
  const url = new URL(path, 'http://ses');
  const address = decodeURIComponent(url.pathname.slice(COLLECTION.length + 1));
  const tenant = url.searchParams.get('TenantName');
  const entry = { EmailAddress: address, ...(tenant !== null && { TenantName: tenant }) };
  switch (`${method} ${address === '' ? 'all' : 'one'}`) {
    case 'PUT all':
      return { accesses: suppressionAccess('PutSuppressedDestination', input), run: (lists) => lists.put(input) };
    case 'GET one':
      return { accesses: suppressionAccess('GetSuppressedDestination', entry), run: (lists) => lists.get(entry) };
    case 'DELETE one':
      return { accesses: suppressionAccess('DeleteSuppressedDestination', entry), run: (lists) => lists.remove(entry) };
    default:
      return undefined;
  }
}
