type Fields = Readonly<Record<string, string | undefined>>;

/** The values of a submitted form's fields, by name. */
export function fieldsOf({ target }: { readonly target: EventTarget | null }): Fields {
  const pairs = [...new FormData(target as HTMLFormElement)];
  return Object.fromEntries(pairs.map(([name, value]) => [name, typeof value === 'string' ? value : '']));
}

/** Empties a form after its fields were sent, unless a person has typed something else meanwhile. */
export function resetSent(form: HTMLFormElement, sent: Fields): void {
  if (JSON.stringify(fieldsOf({ target: form })) === JSON.stringify(sent)) form.reset();
}
