import { AidApp } from '#lib/aid-app.ts';
import { AidService } from '#lib/aid-service.ts';
import { readConfig } from '#lib/config.ts';
import { ConfigError } from '#lib/config-error.ts';

try {
  const app = new AidApp({ config: readConfig(process.env) });
  new AidService(app, 'Aid', { variables: process.env });
  app.synth();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
