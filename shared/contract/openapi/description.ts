import { makeDocument } from './document.ts';
import type { Json } from './json.ts';

let made: Json | undefined;

/**
 * The description, with a placeholder for the address. The bundler replaces this module with the finished document,
 * because the generator and all schemas would be half of what the system function loads.
 */
export function description(): Json {
  made ??= makeDocument();
  return made;
}
