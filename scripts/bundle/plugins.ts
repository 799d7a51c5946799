import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import type { Plugin } from 'esbuild';
import { makeDocument } from '#shared/contract/openapi/document.ts';

/**
 * Modules that a package imports but no function reaches, and the replacement for each. Together they would be half of
 * a bundle.
 */
const LEFT_OUT: readonly { readonly modules: RegExp; readonly why: string; readonly standIn?: string }[] = [
  { modules: /\/zod\/v4\/locales\/index\.js$/, why: 'messages in fifty languages; zod loads English without them' },
  {
    modules: /\/zod\/v4\/classic\/from-json-schema\.js$/,
    why: 'makes schemas of JSON Schema; ours are code',
    standIn: 'export const fromJSONSchema = undefined;',
  },
  {
    modules: /\/undici\/lib\/web\//,
    why: 'fetch, WebSocket and caches, which we do not use; one cache is created at import',
    standIn: 'module.exports = { CacheStorage: class {} };',
  },
  {
    modules: /\/dom-serializer\//,
    why: 'writes HTML, with every entity there is; we only read it',
    standIn: "export const render = () => ''; export default render;",
  },
  {
    modules: /\/nodemailer\/.*\/mime-types\.js$/,
    why: 'guesses a media type by a file name; every attachment of ours names its type',
    standIn: "export const detectMimeType = () => 'application/octet-stream', detectExtension = () => 'bin';",
  },
  {
    modules: /\/postal-mime\/.*\/text-format\.js$/,
    why: 'puts texts and HTML of a mail together, which is done here within bounds',
    standIn:
      "const none = () => ''; export { none as textToHtml, none as htmlToText, none as formatTextHeader, none as formatHtmlHeader };",
  },
  {
    modules: /\/@modelcontextprotocol\/server\/dist\/shimsNode\.mjs$/,
    why: 'a validator of JSON Schema, for forms that a server asks a client to fill in; ours has none',
    standIn: 'export const DefaultJsonSchemaValidator = class {}; export const process = globalThis.process;',
  },
  {
    modules: /\/@aws-sdk\/credential-provider-(?:sso|ini|process|web-identity)\/dist-es\/index\.js$/,
    why: 'credentials from files and logins of people; a function has its own in its environment',
    standIn: `const none = () => async () => {
      throw Object.assign(new Error('left out of the bundle'), { name: 'CredentialsProviderError', tryNextLink: true });
    };
    export { none as fromSSO, none as fromIni, none as fromProcess, none as fromTokenFile };`,
  },
  {
    modules: /\/mnemonist\/lru-cache\.js$/,
    why: 'a cache with a maximum, for the discovery of endpoints, which no client of ours uses',
    standIn: 'module.exports = class extends Map { constructor() { super(); } peek(key) { return this.get(key); } };',
  },
  { modules: /\/undici\/lib\/mock\//, why: 'stand-ins for tests' },
  {
    modules: /\/undici\/lib\/(?:dispatcher\/(?:socks5-|env-http-)?proxy-agent|core\/socks5-[a-z]+)\.js$/,
    why: 'proxies, which no request of ours goes through',
  },
  {
    modules: /\/undici\/lib\/(?:cache|interceptor)\/|\/undici\/lib\/handler\/(?:cache|deduplication)-[a-z-]+\.js$/,
    why: 'caches and other interceptors of requests, which we do not compose',
  },
  { modules: /\/undici\/lib\/util\/(?:cache|date)\.js$/, why: 'used by its caches only' },
  { modules: /\/undici\/lib\/llhttp\/llhttp-wasm\.js$/, why: 'the parser for processors without SIMD' },
];

/** Replaces the modules of `LEFT_OUT`. */
export const leaveOut: Plugin = {
  name: 'leave-out',
  setup({ onLoad }) {
    for (const { modules, standIn = '' } of LEFT_OUT) {
      onLoad({ filter: modules }, () => ({ contents: standIn, loader: 'js' }));
    }
  },
};

/**
 * Loads Node's own modules when they are needed. An `import` reads every export of a module, getters included, so
 * `node:http` alone loads fetch and WebSocket: a fifth of a function's start.
 */
export const builtins: Plugin = {
  name: 'builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[a-z0-9_:/]+$/ }, ({ path, kind }) =>
      kind === 'import-statement' && isBuiltin(path)
        ? { path: path.replace(/^node:/, ''), namespace: 'builtin' }
        : undefined,
    );
    onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('node:${path}');`,
      loader: 'js',
    }));
  },
};

/**
 * Writes the keys of objects in the schemas of an AWS client as texts. The client writes them as constants, `[_aB]:`,
 * and esbuild keeps every object with such a key, even if nothing uses it: two thirds of the client of S3.
 */
export const literalSchemaKeys: Plugin = {
  name: 'literal-schema-keys',
  setup({ onLoad }) {
    onLoad({ filter: /\/@aws-sdk\/client-[a-z0-9-]+\/dist-es\/schemas\/schemas_\d+\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const constants = new Map(
        Array.from(text.matchAll(/^const (_\w+) = ("[^"\\]*");$/gm), ([, name, value]) => [name, value]),
      );
      const contents = text.replace(
        /\[(_\w+)\]:/g,
        (key, name: string) => `${constants.get(name) ?? key.slice(0, -1)}:`,
      );
      return { contents, loader: 'js' };
    });
  },
};

/**
 * Leaves what is used of the list of confusable characters: those that a domain name in lower case can have, and that
 * look like ASCII. What IDNA maps to another character, such as mathematical alphabets, has been mapped before.
 */
export const confusablesOfNames: Plugin = {
  name: 'confusables-of-names',
  setup({ onLoad }) {
    onLoad({ filter: /\/unhomoglyph\/data\.json$/ }, async ({ path }) => {
      const all: Record<string, string> = JSON.parse(await readFile(path, 'utf8'));
      const kept = Object.entries(all).filter(
        ([one, prototype]) => /^[!-~]+$/.test(prototype) && /^[\p{L}\p{N}]$/u.test(one) && isMappedToItself(one),
      );
      return { contents: JSON.stringify(Object.fromEntries(kept)), loader: 'json' };
    });
  },
};

function isMappedToItself(character: string): boolean {
  return character.normalize('NFKC').toLowerCase() === character;
}

/** Generates the description at build time: the function that serves it contains only the finished document. */
export const finishedDescription: Plugin = {
  name: 'finished-description',
  setup({ onLoad }) {
    onLoad({ filter: /\/contract\/openapi\/description\.ts$/ }, () => {
      const text = JSON.stringify(JSON.stringify(makeDocument()));
      return { contents: `let made; export const description = () => (made ??= JSON.parse(${text}));`, loader: 'js' };
    });
  },
};
