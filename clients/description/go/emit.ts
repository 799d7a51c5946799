import type { GeneratedFiles } from '../emitter.ts';
import type { Model } from '../model/model.ts';
import { GoTypes } from './go-types.ts';
import { writeEvents } from './write-events.ts';
import { writeParams } from './write-params.ts';
import { writeClient, writeMethods, writeServices } from './write-services.ts';
import { writeTypes } from './write-types.ts';

const HEADER = '// Code generated from the description of the service by npm run clients; DO NOT EDIT.\n';

/** The packages of Go's library that generated files may need. */
const PACKAGES: readonly string[] = ['cmp', 'context', 'encoding/json', 'iter', 'net/http', 'time'];

/**
 * The generated files of the Go SDK: the client with its resources, their methods and parameters, and the types. They
 * are as gofmt writes them. Everything else in `clients/go` is written by hand.
 */
export function emitGo(model: Model): GeneratedFiles {
  const types = new GoTypes(model);
  return {
    'go/generated_client.go': file(`${writeClient(model)}\n${writeServices(model)}`),
    'go/generated_events.go': file(writeEvents(model, types)),
    'go/generated_methods.go': file(writeMethods(model, types)),
    'go/generated_params.go': file(writeParams(model, types)),
    'go/generated_types.go': file(writeTypes(model, types)),
    'go/generated_version.go': file(
      `// Version is the version of this package.\nconst Version = ${JSON.stringify(model.version)}\n`,
    ),
  };
}

function file(content: string): string {
  const used = PACKAGES.filter((name) => new RegExp(`\\b${name.split('/').at(-1)}\\.[A-Z]`).test(content));
  const imports =
    used.length === 0 ? '' : `import (\n${used.map((name) => `\t${JSON.stringify(name)}\n`).join('')})\n\n`;
  return `${HEADER}\npackage aidstack\n\n${imports}${content}`;
}
