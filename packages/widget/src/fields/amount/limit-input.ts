import { limitTyping, type TypingRules, takeKey } from '@kassa/contract';

/**
 * What may stand in the box after the browser made `after` of `before`, by how it came about: a
 * single key that breaks a rule is refused (§5 "Amount keypress"), what was deleted or composed is
 * cut to size, and all else is an amount as others write them: pasted, dropped, filled in by the
 * browser, or put in at once by a keyboard's clipboard.
 */
export function limitInput(
  before: string,
  after: string,
  event: Event,
  rules: TypingRules,
): string {
  const { inputType = '', data } = event as Partial<InputEvent>;
  if (inputType === 'insertText' && (data ?? '').length <= 1) return takeKey(before, after, rules);
  const isOwn = /^(delete|history|insertCompositionText)/.test(inputType);
  return limitTyping(after, rules, { isPasted: !isOwn && event.type !== 'compositionend' });
}
