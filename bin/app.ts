import { AidApp } from '#lib/aid-app.ts';
import { AidService } from '#lib/aid-service.ts';
import { operatorContext } from '#lib/cdk-context.ts';
import { ConfigError } from '#lib/config-error.ts';

try {
  // The service reads the variables, and says what is wrong with them. Only this one decides about the app around it.
  const profile = process.env.AID_PROFILE === 'local' ? 'local' : 'aws';
  const app = new AidApp({ profile, ...(profile === 'aws' && { context: operatorContext() }) });
  new AidService(app, 'Aid', { variables: process.env });
  app.synth();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
