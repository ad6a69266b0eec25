import { limitTyping, type TypingRules, takeKey } from '@kassa/contract';

/**
 * Returns the valid text of the input after the browser changed `before` to `after`. A single key
 * that breaks a rule is rejected (§5 "Amount keypress"). A text that fills the whole input at once
 * is read as an amount in any notation: pasted, dropped, filled in by the browser, or inserted by a
 * keyboard's clipboard. Any other change (deleted, composed, or inserted beside digits) is cut to
 * the rules.
 */
export function limitInput(
  before: string,
  after: string,
  event: Event,
  rules: TypingRules,
): string {
  const { inputType = '', data = null } = event as Partial<InputEvent>;
  if (inputType === 'insertText' && (data ?? '').length <= 1) return takeKey(before, after, rules);
  const isOwn = /^(delete|history|insertCompositionText)/.test(inputType);
  const isPasted = !isOwn && event.type !== 'compositionend';
  const isBeside = /^insert(Text|From)/.test(inputType) && !fillsBox(before, after, data);
  return limitTyping(after, rules, { isPasted: isPasted && !isBeside });
}

/**
 * Returns whether the inserted text fills the input alone. Where the browser doesn't report that
 * text (Chrome before 129), an unchanged first or last character counts as old text.
 */
function fillsBox(before: string, after: string, data: string | null): boolean {
  if (before === '') return true;
  if (data) return data.replace(/[\r\n]/g, '') === after;
  return before[0] !== after[0] && before.at(-1) !== after.at(-1);
}
