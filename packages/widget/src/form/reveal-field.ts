import type { FieldView } from './form-controls.ts';

/**
 * Scrolls smoothly to a form's field, at once for who wants no motion, and puts the focus there
 * (§4). The label comes along: it is the field's row that is brought into the middle.
 */
export function revealField(form: HTMLElement, { key, id }: FieldView): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const row = form.querySelector(`[data-field="${CSS.escape(key)}"]`);
  row?.scrollIntoView({ behavior: isStill ? 'auto' : 'smooth', block: 'center' });
  document.getElementById(id)?.focus({ preventScroll: true });
}
