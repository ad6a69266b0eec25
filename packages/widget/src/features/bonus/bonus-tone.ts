import type { Bonus } from '@kassa/contract';

const tones = ['pink', 'purple', 'blue', 'orange'] as const;

/** The colours of a bonus card. */
export type BonusTone = (typeof tones)[number] | 'freespin' | 'crypto';

/**
 * The colours of a bonus (§4): by its id, the same each time, so that numbered ones take turns; ids
 * may be any text. Free spins have their own.
 */
export function bonusTone({ id, type }: Pick<Bonus, 'id' | 'type'>): BonusTone {
  if (type === 'freespin') return 'freespin';
  let number = 0;
  // The code of the digit 0 is a multiple of four: of digits this is the number itself, modulo four.
  for (const character of id) number = (number * 10 + (character.codePointAt(0) ?? 0)) % 4;
  return tones[number] ?? tones[0];
}
