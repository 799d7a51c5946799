import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { findStageDataKeys } from '../shared/data/entities/stage-data-key.ts';
import { timestamp } from '../shared/domain/time.ts';
import { createStageKeyService } from '../shared/runtime/stage-keyring.ts';
import { variableOf } from './relay/relay-function.ts';
import { describeVersions, planRotation, RotationRefused, rotateDataKey } from './rotation/rotate-data-key.ts';

const USAGE = `npm run rotate-data-key -- [--stage <stage>] [--yes]

Creates a new version of the data key of a stage. Functions seal with it a quarter of an hour later; everything that was
sealed before stays readable.

  --stage <stage>   default: AID_STAGE, or dev
  --yes             creates the version; without this option nothing is changed`;

/** See: docs/runbook.md#replacing-the-data-key. */
const { values } = parseArgs({
  options: {
    stage: { type: 'string', default: process.env.AID_STAGE || 'dev' },
    yes: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}

const { stage } = values;
// Any function that uses the keyring has both variables.
const fn = `aid-${stage}-worker-deliver-webhook`;
const lambda = new LambdaClient();
const [tableName, keyId] = await Promise.all([variableOf(lambda, fn, 'TABLE_NAME'), variableOf(lambda, fn, 'KEY_ID')]);
const table = { client: DynamoDBDocumentClient.from(new DynamoDBClient()), name: tableName };
const rows = await findStageDataKeys(table, stage);
for (const line of describeVersions(rows, Date.now())) console.log(line);

try {
  if (values.yes) {
    const keyService = createStageKeyService(new KMSClient(), () => keyId);
    const { version, activeFrom } = await rotateDataKey({ table, keyService }, stage, Date.now());
    console.log(`version ${version} was created; functions seal with it from ${timestamp(activeFrom)}`);
  } else {
    const { version } = planRotation(rows, Date.now());
    console.log(`nothing was changed; --yes creates version ${version}, which seals a quarter of an hour later`);
  }
} catch (error) {
  if (!(error instanceof RotationRefused)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
