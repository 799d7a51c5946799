import { checkDomain } from '#functions/workers/domain-checks/check-domain.ts';
import { NO_ORGANIZATION } from '#shared/services/codes/issue-code.ts';
import { ApiClient, type Send } from '#testing/api-client.ts';
import { CheckedApi } from '#testing/checked-api.ts';
import { useEmulatedServices } from '../../support/emulated-services.ts';
import { useEngine } from '../../support/engine.ts';
import { InProcessApi } from '../../support/in-process-api.ts';
import { inProcessSend } from '../../support/in-process-send.ts';
import { mailedCodes } from '../../support/mailed-codes.ts';
import { storedRows } from '../../support/stored-rows.ts';
import type { TestedService } from './tested-service.ts';

/** The service in the process of the test: every operation through the request pipeline, on an engine. */
export interface ServiceInProcess extends TestedService {
  readonly send: Send;
  /** What is stored, apart from what a rejected request writes too. */
  storedRows(): Promise<string[]>;
}

/** Limits out of the reach of tests. */
const LIMITS = { unverifiedAgents: 1000, signupStartsPerHour: 1e9, signupResendsPerHour: 1e9 };

let api: InProcessApi | undefined;

/** One service for all test files of a process. It can be used from `beforeAll` on. */
export function useServiceInProcess(): ServiceInProcess {
  const engine = useEngine();
  useEmulatedServices();
  const apiOf = () => {
    api ??= new InProcessApi(engine.table, LIMITS);
    return api;
  };
  const send: Send = (url, init) => inProcessSend(apiOf().services)(url, init);
  const client = new ApiClient('https://api.test', null, send);
  return {
    send,
    anonymous: new CheckedApi(client),
    async mailedCode(address, organizationId = NO_ORGANIZATION) {
      const codes = await mailedCodes(apiOf(), engine.table, address, organizationId);
      return codes.at(-1)?.code ?? '';
    },
    checkDomain: (domain) => checkDomain(domain, Date.now()),
    storedRows: () => storedRows(engine.table),
  };
}
