/** How many there are, in words: `1 delivery`, `2 deliveries`. */
export function counted(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`;
}
