/** Asks until there is something, at most a minute. */
export async function until<T>(read: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + 60_000;
  while (Date.now() < end) {
    const found = await read();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`nothing came of ${read}`);
}
