import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { HostileProxy } from '#testing/hostile-proxy/hostile-proxy.ts';
import { reservePort } from '#testing/reserved-port.ts';
import { ScriptedService } from '#testing/scripted-service/scripted-service.ts';
import { type Stack, startStack } from '#testing/stack.ts';
import { withTemporaryFolder } from '#testing/temporary-folder.ts';
import { testSize } from '#testing/test-size.ts';
import { UNLIMITED_SETTINGS } from '../../support/unlimited-settings.ts';

/** The faults of a network through which no WebSocket can be opened. */
const BLOCKED = { handshake: { refuseBefore: 1 } };

/** The variables by which the Go tests with the tag `stack` find the service. */
export type GoTestVariables = Readonly<Record<`AID_TEST_${string}`, string>>;

/**
 * Runs `work` with a service that the Go tests may kill with `kill -9`: a POST to the address of control does, starts
 * it again on the same port and state, and responds when it is ready.
 */
export function withGoStack<T>(work: (variables: GoTestVariables) => Promise<T>): Promise<T> {
  return withTemporaryFolder(async (folder) => {
    const settings = {
      AID_PORT: String(await reservePort()),
      AID_SMTP_PORT: String(await reservePort()),
      AID_STATE_DIR: join(folder, 'state'),
      ...UNLIMITED_SETTINGS,
    };
    let stack: Stack = await startStack(settings);
    const control = createServer(async (_request, response) => {
      await stack.kill();
      stack = await startStack(settings);
      response.writeHead(204).end();
    });
    const proxy = await HostileProxy.start({ upstream: stack.baseUrl, seed: 1 });
    const blocked = await HostileProxy.start({ upstream: stack.baseUrl, seed: 1, rates: BLOCKED });
    const scripted = await ScriptedService.start();
    try {
      await new Promise<void>((resolve) => control.listen(0, '127.0.0.1', resolve));
      return await work({
        AID_TEST_URL: stack.baseUrl,
        AID_TEST_PROXY: proxy.url,
        AID_TEST_BLOCKED: blocked.url,
        AID_TEST_SCENARIOS: scripted.url,
        AID_TEST_SIZE: testSize(),
        AID_TEST_CONTROL: `http://127.0.0.1:${(control.address() as AddressInfo).port}`,
      });
    } finally {
      control.close();
      await Promise.all([proxy.stop(), blocked.stop(), scripted.stop(), stack.stop()]);
    }
  });
}
