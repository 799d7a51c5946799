import { AidApp } from '#lib/aid-app.ts';
import { ConfigError, readConfig, type StageConfig } from '#lib/config.ts';
import { dataStackNameOf, domainsStackNameOf, serviceStackNameOf } from '#lib/settings.ts';
import { DataStack } from '#lib/stacks/data.ts';
import { ServiceStack } from '#lib/stacks/service.ts';

function stageConfig(): StageConfig {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

const config = stageConfig();
const app = new AidApp({ config });
const data = new DataStack(app, dataStackNameOf(config), { config });
const service = new ServiceStack(app, serviceStackNameOf(config), { config, data });
if (config.domains !== undefined) {
  // Loaded on demand: most stages have none, above all those on one machine, which have to start fast.
  const { DomainsStack } = await import('#lib/stacks/domains.ts');
  service.addStackDependency(new DomainsStack(app, domainsStackNameOf(config), { domains: config.domains }));
}
app.synth();
