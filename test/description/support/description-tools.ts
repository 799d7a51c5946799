import { join } from 'node:path';
import { buildGo, installNpm, installPython } from '../../support/tools/install.ts';

const PINS = join(import.meta.dirname, '..', 'tools');

/** The folder of the npm commands that check the description: linters, generators and a compiler. */
export const npmTools = () => installNpm('description-npm', PINS);

/** The folder of the Python commands: generators, mypy, and schemathesis. */
export const pythonTools = () => installPython('description-python', PINS);

/** The path of oapi-codegen, in a folder with the `go.mod` of a generated client. */
export const oapiCodegen = () =>
  buildGo('oapi-codegen', PINS, 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen');

/** The path of oasdiff. */
export const oasdiff = () => buildGo('oasdiff', join(PINS, 'oasdiff'), 'github.com/oasdiff/oasdiff');
