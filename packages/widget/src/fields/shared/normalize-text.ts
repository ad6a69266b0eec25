import { normalizeTyped } from './clean-text.ts';
import { normalizeMasked, readMask } from './mask.ts';
import type { TextDefinition } from './typed-text.tsx';

/** The value of a line of text, as rules see it (§3): see `Mask` for what a mask takes away. */
export function normalizeText(text: string, { mask, category }: TextDefinition): string {
  const typed = normalizeTyped(text, category);
  return mask === undefined ? typed : normalizeMasked(typed, readMask(mask));
}
