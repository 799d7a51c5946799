import * as sdk from '#clients/typescript/src/index.ts';
import { FakeService } from '#clients/typescript/src/testing.ts';

/** A client with hooks, of a service with these replies. */
export function otelClient(hooks: sdk.Hooks, replies: Record<string, unknown>, options: sdk.AidOptions = {}) {
  const service = new FakeService(replies);
  return {
    service,
    aid: new sdk.Aid({ key: 'aid_agt_test', url: 'https://aid.test', fetch: service.fetch, hooks, ...options }),
  };
}
