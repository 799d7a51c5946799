import type { DomainRef } from '#shared/data/entities/mail/domain.ts';
import { CheckedApi } from '#testing/checked-api.ts';
import { sharedStack } from '#testing/fixture.ts';
import { mailedCode } from '../../support/sent-mail.ts';

/** The service as the tests of the contract reach it: in the process of the test, or over HTTP. */
export interface TestedService {
  /** A client without a key. */
  readonly anonymous: CheckedApi;
  /**
   * The six digits of the newest email to an address, which the service or one of its organizations sends, once there
   * are as many with a code as expected.
   */
  mailedCode(address: string, organizationId?: string, count?: number): Promise<string>;
  /** Lets the worker check a new domain, unless a stack runs its workers without being asked. */
  checkDomain(domain: DomainRef): Promise<void>;
}

/** The stack that the test files share, over HTTP. */
export function serviceOverHttp(): TestedService {
  return {
    anonymous: new CheckedApi(sharedStack().baseUrl),
    mailedCode: (address, _, count) => mailedCode(address, undefined, count),
    checkDomain: async () => {},
  };
}
