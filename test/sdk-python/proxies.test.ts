import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withTemporaryFolder } from '#testing/temporary-folder.ts';
import { ProxiedService } from '../support/proxied-service.ts';
import { sdkEnvironment, startProgram } from './support/python-program.ts';
import { useSdk } from './support/use-sdk.ts';

const sdk = useSdk();

const RUNS = ['Aid', 'AsyncAid'].flatMap((client) =>
  ['the environment', 'the options'].map((place) => ({ client, place })),
);

test.each(RUNS)('Requests, event streams and tunnels of $client go through the proxy of $place', ({ client, place }) =>
  withTemporaryFolder(async (folder) => {
    const service = await ProxiedService.start();
    try {
      const certificate = join(folder, 'certificate.pem');
      writeFileSync(certificate, service.certificate);
      const isOption = place === 'the options';
      const env = {
        ...sdkEnvironment(service.url, 'aid_agt_test'),
        SSL_CERT_FILE: certificate,
        HTTPS_PROXY: isOption ? undefined : service.proxy.url,
        https_proxy: undefined,
        NO_PROXY: undefined,
        no_proxy: undefined,
      };
      const program = startProgram(sdk.bin, 'proxied', [client, isOption ? service.proxy.url : ''], env);
      expect(await program.ended, program.output()).toBe(0);
      expect(program.output()).toBe('Acme\nevt_1\n');
      expect(service.responses).toEqual(['hello']);
      expect(service.seen).toEqual(expect.arrayContaining(['GET /v1/me', 'websocket /stream', 'websocket /tunnel']));
      expect(service.proxy.refused).toEqual([]);
    } finally {
      await service.stop();
    }
  }),
);
