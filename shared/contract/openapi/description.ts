import { makeDocument } from './document.ts';
import type { Json } from './json.ts';

let made: Json | undefined;

/**
 * The description, with a placeholder for the address. The bundler replaces this module by the finished document,
 * because the generator and every schema of the service would be half of what the system function loads.
 */
export function description(): Json {
  made ??= makeDocument();
  return made;
}
