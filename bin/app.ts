import { AidApp } from '../lib/aid-app.ts';
import { ConfigError, readConfig, type StageConfig } from '../lib/config.ts';
import { dataStackNameOf, serviceStackNameOf } from '../lib/settings.ts';
import { DataStack } from '../lib/stacks/data.ts';
import { ServiceStack } from '../lib/stacks/service.ts';

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
new ServiceStack(app, serviceStackNameOf(config), { config, data });
app.synth();
