import { makeDocument } from './document.ts';
import type { Json } from './json.ts';

let made: Json | undefined;

/**
 * The description at no address in particular. The bundler puts the finished document in the place of this module: what
 * makes it, and every schema of the service, would be half of what the system function loads.
 */
export function description(): Json {
  made ??= makeDocument();
  return made;
}
