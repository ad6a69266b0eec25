import type { BrowserEdit } from '@kassa/contract';

/**
 * Reads what the browser did to the input (Input Events Level 2). A text that fills the whole input
 * at once is an amount in any notation: pasted, dropped, filled in by the browser, or inserted by a
 * keyboard's clipboard. Text beside digits counts as typed, and so does a composed one.
 * @param shown - the text of the input before
 */
export function readEdit(input: HTMLInputElement, shown: string, event: Event): BrowserEdit {
  const { inputType = '', data = null } = event as Partial<InputEvent>;
  const after = input.value;
  const caret = input.selectionEnd ?? after.length;
  const inserted = data?.replace(/[\r\n]/g, '') ?? '';
  const edit = { after, caret, ...(inserted !== '' && { inserted }) };
  // A composition reports its last piece, not the whole word.
  if (isComposed(event)) return { after, caret, kind: 'typed' };
  if (inputType.startsWith('history')) return { ...edit, kind: 'restored' };
  if (inputType.startsWith('delete')) {
    return { ...edit, kind: inputType.endsWith('Forward') ? 'deletedBehind' : 'deletedBefore' };
  }
  const isKey = inputType === 'insertText' && inserted.length <= 1;
  const isBeside = /^insert(Text|From)/.test(inputType) && !fillsBox(shown, after, inserted);
  return { ...edit, kind: isKey || isBeside ? 'typed' : 'replaced' };
}

/** Returns whether an event belongs to a composition, which an input method may rewrite at will. */
function isComposed(event: Event): boolean {
  const { inputType } = event as Partial<InputEvent>;
  return event.type === 'compositionend' || inputType === 'insertCompositionText';
}

/**
 * Returns whether the inserted text fills the input alone. Where the browser doesn't report that
 * text (Chrome before 129), an unchanged first or last character counts as old text.
 */
function fillsBox(before: string, after: string, inserted: string): boolean {
  if (before === '') return true;
  if (inserted !== '') return inserted === after;
  return before[0] !== after[0] && before.at(-1) !== after.at(-1);
}
