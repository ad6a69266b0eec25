import {
  type AmountRefusal,
  decimalMark,
  mendAmount,
  readPasted,
  type SplitAmount,
  showAmount,
  splitAtMark,
  type TypingRules,
  typeCharacter,
} from './amount-typing.ts';

/** A change of the input's text by the browser. */
export interface BrowserEdit {
  /** The text and the caret after the change. */
  after: string;
  caret: number;
  /**
   * `typed`: characters were inserted at the caret, one or many. `deleted…`: characters before or
   * behind the caret were deleted. `replaced`: the whole text is new. `restored`: it is an earlier
   * text of the input.
   */
  kind: 'typed' | 'deletedBefore' | 'deletedBehind' | 'replaced' | 'restored';
  /** The inserted characters, where the browser reports them. */
  inserted?: string;
}

/** An amount, and what was refused since the last accepted edit. */
export interface TypedAmount {
  /** Digits without grouping, for `parseAmount`: see {@link SplitAmount}. */
  text: string;
  refusal?: AmountRefusal | undefined;
}

/** An amount in the input. */
export interface EditedAmount extends TypedAmount {
  /** The text as the input shows it. */
  shown: string;
  /** The caret in the shown text. */
  caret: number;
}

/**
 * Returns the amount in the input after the browser changed it. The caret stays before the same
 * digit. Deleting a thousands separator deletes the digit beside it.
 */
export function editAmount(
  before: TypedAmount,
  edit: BrowserEdit,
  rules: TypingRules,
): EditedAmount {
  const { left, right, refusal } = applyEdit(before, edit, rules);
  const text = left + right;
  const shown = showAmount(text, rules);
  const edited = { text, shown, caret: placeCaret(shown, right.length, rules) };
  return refusal === undefined ? edited : { ...edited, refusal };
}

function applyEdit(
  { text: before, refusal }: TypedAmount,
  edit: BrowserEdit,
  rules: TypingRules,
): SplitAmount {
  const { after, kind } = edit;
  if (kind === 'restored')
    return mendAmount({ left: strip(after, before, rules), right: '' }, rules);
  if (kind === 'replaced') return replaceAll(before, after, rules);
  const { kept, inserted, removed } = compare(showAmount(before, rules), edit);
  const left = strip(kept.left, before, rules);
  const right = strip(kept.right, before, rules);
  if (kind === 'typed') return typeAll({ left, right, refusal }, removed, inserted, rules);
  const isSeparator = removed !== '' && strip(removed, before, rules) === '';
  if (!isSeparator) return mendAmount({ left, right }, rules);
  return mendAmount(
    kind === 'deletedBefore' ? { left: left.slice(0, -1), right } : { left, right: right.slice(1) },
    rules,
  );
}

/** A text that holds no amount changes nothing; an empty one clears the input. */
function replaceAll(before: string, after: string, rules: TypingRules): SplitAmount {
  if (after.trim() === '') return { left: '', right: '' };
  const { text, isCut } = readPasted(after, rules);
  if (text === '') return { left: before, right: '', refusal: { kind: 'character', digits: '' } };
  return { left: text, right: '', ...(isCut && { refusal: { kind: 'decimals', digits: '' } }) };
}

function typeAll(
  rest: SplitAmount,
  removed: string,
  inserted: string,
  rules: TypingRules,
): SplitAmount {
  const start = removed === '' ? rest : mendAmount(rest, rules);
  return [...inserted].reduce((amount, key) => typeCharacter(amount, key, rules), start);
}

/** Finds what the browser inserted at the caret, what it removed there, and what is left. */
function compare(shown: string, { after, caret, inserted }: BrowserEdit) {
  const right = after.slice(caret);
  const end = Math.max(0, shown.length - right.length);
  const isReported = inserted !== undefined && after.slice(0, caret).endsWith(inserted);
  let start = isReported ? caret - inserted.length : 0;
  const most = Math.min(caret, end);
  while (!isReported && start < most && after[start] === shown[start]) start += 1;
  return {
    kept: { left: after.slice(0, start), right },
    inserted: after.slice(start, caret),
    removed: shown.slice(start, end),
  };
}

/** Removes the grouping of a shown text. Its decimal mark becomes the one that was typed. */
function strip(shown: string, before: string, rules: TypingRules): string {
  const mark = decimalMark(rules);
  return [...shown]
    .filter((character) => /\d/.test(character) || character === mark)
    .map((character) => (character === mark ? splitAtMark(before).mark || mark : character))
    .join('');
}

/** Returns the first place in the shown text that has so many digits and marks behind it. */
function placeCaret(shown: string, behind: number, rules: TypingRules): number {
  const mark = decimalMark(rules);
  const counts = (character: string | undefined) =>
    character !== undefined && (/\d/.test(character) || character === mark);
  let place = shown.length;
  for (let left = behind; left > 0 && place > 0; place -= 1)
    if (counts(shown[place - 1])) left -= 1;
  while (place > 0 && place < shown.length && !counts(shown[place - 1])) place -= 1;
  return place;
}
