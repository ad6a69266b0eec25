import { normalizeTyped } from './clean-text.ts';
import { normalizeMasked, readMask } from './mask.ts';
import type { TextDefinition } from './typed-text.tsx';

/**
 * Returns the value that the rules validate (§3) for a line of text. `Mask` says what a mask
 * removes.
 */
export function normalizeText(text: string, { mask, category }: TextDefinition): string {
  const typed = normalizeTyped(text, category);
  return mask === undefined ? typed : normalizeMasked(typed, readMask(mask));
}
