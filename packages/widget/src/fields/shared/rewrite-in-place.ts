/**
 * Rewrites what stands in a box, in place, and keeps the caret before what it stood before. Left to
 * React's next render, the caret would go to the end whenever something in the middle was changed.
 * While an input method composes (every word, on many phones) nothing is touched, as that would type
 * the word twice: rewrite when it is done.
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
  // What is behind the caret was kept before, and stays.
  const behind = typed.length - (input.selectionEnd ?? typed.length);
  input.value = kept;
  const caret = Math.max(0, kept.length - behind);
  if (input.ownerDocument.activeElement === input) input.setSelectionRange(caret, caret);
  return kept;
}
