import { limitTyping, type TypingRules, takeKey } from '@kassa/contract';

/**
 * What may stand in the box after the browser made `after` of `before`, by how it came about: a
 * single key that breaks a rule is refused (§5 "Amount keypress"); what fills the box at once is an
 * amount as others write them: pasted, dropped, filled in by the browser, or put in by a keyboard's
 * clipboard. All else is cut to size: what was deleted, composed, or inserted beside what stands there.
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
 * Whether what was inserted is all that stands there. Where the browser doesn't say what that was
 * (Chrome before 129), what stands at an end as before may have stayed.
 */
function fillsBox(before: string, after: string, data: string | null): boolean {
  if (before === '') return true;
  if (data) return data.replace(/[\r\n]/g, '') === after;
  return before[0] !== after[0] && before.at(-1) !== after.at(-1);
}
