/**
 * Returns whether the player typed or deleted by a key. A longer insertion was pasted, or filled in
 * by the browser, the keyboard or a program.
 */
export function isByHand(event: Event): boolean {
  const { inputType = '', data = null } = event as Partial<InputEvent>;
  if (inputType.startsWith('delete')) return true;
  return /^insert(Composition)?Text$/.test(inputType) && (data?.length ?? 0) <= 1;
}
