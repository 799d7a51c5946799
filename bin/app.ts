import { AidApp } from '#lib/aid-app.ts';
import { AidService } from '#lib/aid-service.ts';
import { operatorContext } from '#lib/cdk-context.ts';
import { readConfig } from '#lib/config.ts';
import { ConfigError } from '#lib/config-error.ts';

try {
  const config = readConfig(process.env);
  const app = new AidApp({ config, ...(config.profile === 'aws' && { context: operatorContext() }) });
  new AidService(app, 'Aid', { variables: process.env });
  app.synth();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
