import type { OpsCommand } from './command.ts';
import { discard } from './commands/discard.ts';
import { find } from './commands/find.ts';
import { inspect } from './commands/inspect.ts';
import { migrate } from './commands/migrate.ts';
import { queues } from './commands/queues.ts';
import { rebuildSearch } from './commands/rebuild-search.ts';
import { redrive } from './commands/redrive.ts';
import { replay } from './commands/replay.ts';
import { rotateDataKeyCommand } from './commands/rotate-data-key.ts';
import { rotateSigningKey } from './commands/rotate-signing-key.ts';
import { unsuppress } from './commands/unsuppress.ts';
import { ways } from './commands/ways.ts';

/** Every command of `npm run ops`. To add one, write a file in `commands/` and name it here. */
export const COMMANDS: readonly OpsCommand[] = [
  ways,
  queues,
  inspect,
  redrive,
  discard,
  find,
  replay,
  unsuppress,
  rebuildSearch,
  rotateDataKeyCommand,
  rotateSigningKey,
  migrate,
];
