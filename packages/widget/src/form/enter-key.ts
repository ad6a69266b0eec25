import type { FieldView } from './form-controls.ts';

/** The boxes that take keys, in order; a list's own search, say, stands outside of the form. */
function listBoxes(form: HTMLElement): HTMLInputElement[] {
  const rows = [...form.querySelectorAll<HTMLElement>('[data-field]')];
  return rows.flatMap((row) => row.querySelector<HTMLInputElement>(box) ?? []);
}

const box = 'input:not([type="hidden"], [type="radio"], [role="combobox"], [aria-hidden="true"])';

/**
 * The fields to fill in after one, going round: the enter key leads to the first of them, and
 * submits where there is none.
 */
function findNextEmpty(views: readonly FieldView[], key: string): FieldView | undefined {
  const at = views.findIndex((view) => view.key === key);
  const others = [...views.slice(at + 1), ...views.slice(0, Math.max(at, 0))];
  return others.find(
    ({ definition, text, isDisabled }) =>
      definition.isOptional !== true && !isDisabled && text.trim() === '',
  );
}

/** Tells on-screen keyboards what their enter key does in each box: it leads on, or submits. */
export function hintEnterKeys(form: HTMLElement, views: readonly FieldView[]): void {
  for (const input of listBoxes(form)) {
    input.enterKeyHint = findNextEmpty(views, keyOf(input)) === undefined ? 'go' : 'next';
  }
}

/**
 * What the enter key does that was pressed in a box: leads on to the next field that has still to be
 * filled in, or submits. Null where it is not the form's: a list's, say, or an input method's.
 */
export function resolveEnter(
  event: KeyboardEvent,
  views: readonly FieldView[],
): 'leadsOn' | 'submits' | null {
  const { target } = event;
  if (event.key !== 'Enter' || event.isComposing || event.defaultPrevented) return null;
  if (!(target instanceof HTMLInputElement) || !target.matches(box)) return null;
  const next = findNextEmpty(views, keyOf(target));
  if (next === undefined) return 'submits';
  document.getElementById(next.id)?.focus();
  return 'leadsOn';
}

function keyOf(input: HTMLElement): string {
  return input.closest<HTMLElement>('[data-field]')?.dataset.field ?? '';
}
