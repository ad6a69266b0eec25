/**
 * Rewrites the text of an input in place and keeps the caret before the same character. React's
 * next render would move the caret to the end after a change in the middle. While an input method
 * composes (every word, on many phones) nothing is rewritten, as the word would be typed twice:
 * rewrite when it is done.
 */
export function rewriteInPlace(
  input: HTMLInputElement,
  rewrite: (text: string) => string,
  isComposing: boolean,
): string {
  const typed = input.value;
  const kept = rewrite(typed);
  if (isComposing) return typed;
  if (kept === typed) return kept;
  // The text after the caret was valid before, and stays.
  const behind = typed.length - (input.selectionEnd ?? typed.length);
  input.value = kept;
  const caret = Math.max(0, kept.length - behind);
  if (input.ownerDocument.activeElement === input) input.setSelectionRange(caret, caret);
  return kept;
}
