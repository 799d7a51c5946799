import { appendFileSync } from 'node:fs';
import { Aid, fileCursor } from '#clients/typescript/src/index.ts';

/**
 * A follower with its place in a file, as a process that a test can kill: it appends the id of each event to a file.
 * Its environment has `AID_URL`, `AID_KEY`, and `TYPES`, `PLACE` and `OUTPUT`.
 */
const { TYPES: types = '', PLACE: place = '', OUTPUT: output = '' } = process.env;

const options = { cursor: fileCursor(place), ...(types !== '' && { types: types.split(',') }) };
for await (const event of new Aid().events.follow(options)) appendFileSync(output, `${event.id}\n`);
