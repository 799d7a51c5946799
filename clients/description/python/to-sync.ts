/**
 * The synchronous form of an asynchronous Python module, so that the Python client has one source for both. It works on
 * names: coroutines become functions, `AsyncThing` becomes `Thing`, and `Awaitable[T]` becomes `T`.
 */
const NAMES: Readonly<Record<string, string>> = {
  __aenter__: '__enter__',
  __aexit__: '__exit__',
  __aiter__: '__iter__',
  __anext__: '__next__',
  aclose: 'close',
  aclosing: 'closing',
  aiter_raw: 'iter_raw',
  StopAsyncIteration: 'StopIteration',
  _io_async: '_io_sync',
  _async: '_sync',
};

export function toSync(source: string): string {
  return withoutAwaitable(source)
    .replace(/\basync (?=def\b|for\b|with\b)/g, '')
    .replace(/\bawait /g, '')
    .replace(/\bAsync(?=[A-Z])/g, '')
    .replace(/\b\w+\b/g, (name) => (Object.hasOwn(NAMES, name) ? (NAMES[name] ?? name) : name))
    .replace(/^"""The asynchronous client\..*"""$/m, '"""The synchronous client. `npm run clients` derives it."""');
}

/** `Awaitable[T]` becomes `T`, whatever brackets `T` has. */
function withoutAwaitable(source: string): string {
  const start = /\bAwaitable\[/.exec(source);
  if (start === null) return source.replace(/\bAwaitable, |, Awaitable\b/g, '');
  const from = start.index + start[0].length;
  let depth = 1;
  let end = from;
  for (; depth > 0; end += 1) {
    if (end === source.length) throw new Error('a bracket of Awaitable[ is not closed');
    if (source[end] === '[') depth += 1;
    if (source[end] === ']') depth -= 1;
  }
  return withoutAwaitable(source.slice(0, start.index) + source.slice(from, end - 1) + source.slice(end));
}
