/**
 * Scrolls smoothly to a form's field, at once for who wants no motion, and puts the focus there
 * (§4). The label comes along: it is the field's row that is brought into the middle.
 */
export function revealField(form: HTMLElement, key: string): void {
  const row = form.querySelector<HTMLElement>(`[data-field="${CSS.escape(key)}"]`);
  if (row === null) return;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  row.scrollIntoView({ behavior: isStill ? 'auto' : 'smooth', block: 'center' });
  row.querySelector<HTMLElement>(focusable)?.focus({ preventScroll: true });
}

const focusable =
  'input:not([type="hidden"], [aria-hidden="true"], :disabled), button:not(:disabled), [tabindex="0"]';
