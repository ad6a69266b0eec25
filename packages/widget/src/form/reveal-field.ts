import type { FieldView } from './form-controls.ts';

/**
 * Scrolls smoothly to a form's field and focuses it (§4); without motion where the player prefers
 * reduced motion. The field's row is centred, so that its label is visible too.
 */
export function revealField(form: HTMLElement, { key, id }: FieldView): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const row = form.querySelector(`[data-field="${CSS.escape(key)}"]`);
  row?.scrollIntoView({ behavior: isStill ? 'auto' : 'smooth', block: 'center' });
  document.getElementById(id)?.focus({ preventScroll: true });
}
