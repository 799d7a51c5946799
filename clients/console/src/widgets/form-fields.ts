/** The values of a submitted form's fields, by name. */
export function fieldsOf(event: SubmitEvent): Readonly<Record<string, string | undefined>> {
  const pairs = [...new FormData(event.target as HTMLFormElement)];
  return Object.fromEntries(pairs.map(([name, value]) => [name, typeof value === 'string' ? value : '']));
}
