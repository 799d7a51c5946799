import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Cursor, fileCursor } from '../../typescript/src/index.ts';
import { addressOf, type CommonOptions, type Context, profileName } from './context.ts';

/**
 * The saved position of a follower in the log: one per profile, service and other distinguishing options. A follower
 * with a `since` of its own starts there, and saves its positions from then on.
 */
export function placeOf(context: Context, options: CommonOptions, follower: object, since: Date | undefined): Cursor {
  const folder = join(context.stateFolder, 'places');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const url = addressOf(context, options);
  const name = JSON.stringify([profileName(context, options), url ?? '', follower]);
  const saved = fileCursor(join(folder, createHash('sha256').update(name).digest('hex').slice(0, 32)));
  return since === undefined ? saved : { load: () => undefined, save: saved.save };
}
