/**
 * What every form here does with `@mantine/form`: checked by a schema of the contract, the first bad field gets the focus, and
 * typing in a field takes its message away. Source: A§5.
 */
type FormWithFields = {
  readonly getInputNode: (path: string) => HTMLElement | null;
  readonly setFieldError: (path: string, error: string) => void;
};

/**
 * Moves to the first field with a message.
 * @param order names of the fields as they stand on the screen
 */
export function focusFirst(
  form: FormWithFields,
  order: readonly string[],
  errors: Readonly<Record<string, unknown>>,
): void {
  const first = order.find((name) => errors[name]);
  if (first) form.getInputNode(first)?.focus();
}

/** Puts what the server said about single fields under them, and moves to the first. */
export function showFields(
  form: FormWithFields,
  order: readonly string[],
  fields: Readonly<Record<string, string>> | undefined,
): void {
  if (!fields) return;
  for (const name of order) {
    const message = fields[name];
    if (message) form.setFieldError(name, message);
  }
  focusFirst(form, order, fields);
}
