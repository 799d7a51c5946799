import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toSync } from '#clients/description/python/to-sync.ts';

const PACKAGE = join(import.meta.dirname, '..', '..', 'clients', 'python', 'src', 'aid_stack');

test('Coroutines become functions, and what they wait for its result', () => {
  const source = `
from collections.abc import AsyncIterator, Awaitable, Callable
from .._io_async import AsyncFlag, sleep

async def read(fetch: Callable[[str], Awaitable[dict[str, list[int]]]]) -> AsyncIterator[int]:
    async with aclosing(fetch("await")) as pages, AsyncAid() as aid:
        async for page in pages:
            yield await page.first([item async for item in page])
    await aid.aclose()
`;
  expect(toSync(source)).toBe(`
from collections.abc import Iterator, Callable
from .._io_sync import Flag, sleep

def read(fetch: Callable[[str], dict[str, list[int]]]) -> Iterator[int]:
    with closing(fetch("await")) as pages, Aid() as aid:
        for page in pages:
            yield page.first([item for item in page])
    aid.close()
`);
});

test('A bracket that is not closed is an error', () => {
  expect(() => toSync('x: Awaitable[list[int]')).toThrow('not closed');
});

test('No synchronous module of the Python SDK contains a coroutine or imports asynchronous parts', () => {
  const names = readdirSync(join(PACKAGE, '_sync')).filter((name) => name.endsWith('.py'));
  expect(names).toEqual(readdirSync(join(PACKAGE, '_async')).filter((name) => name.endsWith('.py')));
  for (const name of names) {
    const code = readFileSync(join(PACKAGE, '_sync', name), 'utf8').replace(/"""[\s\S]*?"""|#.*$/gm, '');
    expect(code, name).not.toMatch(/\basync\b|\bawait\b|\bAsync[A-Z]|\b_async\b|_io_async|asyncio/);
  }
});
