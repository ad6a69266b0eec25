import type { Bonus } from '@kassa/contract';

const tones = ['pink', 'purple', 'blue', 'orange'] as const;

/** The colours of a bonus card. */
export type BonusTone = (typeof tones)[number] | 'freespin' | 'crypto';

/**
 * Returns the colours of a bonus (§4). The same id always gives the same colours. Ids that are
 * consecutive numbers give each of the colours in turn. An id may be any text. Free spins have
 * their own colours.
 */
export function bonusTone({ id, type }: Pick<Bonus, 'id' | 'type'>): BonusTone {
  if (type === 'freespin') return 'freespin';
  let number = 0;
  // The code of "0" is a multiple of four. A number's digits therefore give the number modulo four.
  for (const character of id) number = (number * 10 + (character.codePointAt(0) ?? 0)) % 4;
  return tones[number] ?? tones[0];
}
