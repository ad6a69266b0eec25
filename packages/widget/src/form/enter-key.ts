import type { FieldView } from './form-controls.ts';

/**
 * Lists the inputs of the form's fields, in order. A list's own search input stands outside of the
 * form.
 */
function listBoxes(form: HTMLElement): HTMLInputElement[] {
  const rows = [...form.querySelectorAll<HTMLElement>('[data-field]')];
  return rows.flatMap((row) => row.querySelector<HTMLInputElement>(box) ?? []);
}

const box = 'input:not([type="hidden"], [type="radio"], [role="combobox"], [aria-hidden="true"])';

/**
 * Finds the next field to fill in after the given one, starting over at the top. The enter key
 * moves the focus there, and submits the form where no field is left.
 */
function findNextEmpty(views: readonly FieldView[], key: string): FieldView | undefined {
  const at = views.findIndex((view) => view.key === key);
  const others = [...views.slice(at + 1), ...views.slice(0, Math.max(at, 0))];
  return others.find(
    ({ definition, text, isDisabled }) =>
      definition.isOptional !== true && !isDisabled && text.trim() === '',
  );
}

/** Sets `enterKeyHint` of each input for on-screen keyboards: "next" or "go". */
export function hintEnterKeys(form: HTMLElement, views: readonly FieldView[]): void {
  for (const input of listBoxes(form)) {
    input.enterKeyHint = findNextEmpty(views, keyOf(input)) === undefined ? 'go' : 'next';
  }
}

/**
 * Resolves what the enter key does in an input: it leads on to the next field that is still empty,
 * or submits. Returns null where the key isn't the form's, but a list's or an input method's.
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
