/** Crockford's base 32, which omits characters that are easily misread. */
export const base32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Blanks, dashes of all kinds, dots, underscores, slashes and invisible characters between others. */
export const gap = String.raw`[\s\p{Cf}\p{Pd}\u2212._/\\]*`;

/**
 * Letters of other alphabets, and of Latin ones, that look like a character of base 32: as capitals
 * (`А` of Cyrillic) or as small letters. A letter whose small and capital form look like different
 * characters (Greek `η` and `Η`, `ν` and `Ν`, `υ` and `Υ`) has two readings and isn't listed.
 */
const lookalikes: Readonly<Record<string, string>> = {
  '0': 'OoОоΟο',
  '1': 'IiLlİıІіӀӏΙι',
  A: 'АаΑα',
  B: 'ВвΒβ',
  C: 'Сс',
  E: 'ЕеΕε',
  H: 'НнΗ',
  J: 'Јј',
  K: 'КкΚκ',
  M: 'МмΜμ',
  N: 'Ν',
  P: 'РрΡρ',
  S: 'Ѕѕ',
  T: 'ТтΤτ',
  X: 'ХхΧχ',
  Y: 'УуΥ',
  Z: 'Ζζ',
};

const meant: ReadonlyMap<string, string> = new Map(
  Object.entries(lookalikes).flatMap(([character, looks]) =>
    [...looks].map((look) => [look, character] as const),
  ),
);

/**
 * Replaces each character of a typed text by the one of base 32 that it looks like: full-width and
 * small letters, O for 0, I and L for 1, letters of Cyrillic and Greek. Others stay, as capitals. No
 * character of base 32 is ever replaced, so no two texts of base 32 become the same.
 */
export function forgive(typed: string): string {
  const capital = (it: string) => (it.toUpperCase().length === it.length ? it.toUpperCase() : it);
  return [...typed.normalize('NFKC')].map((it) => meant.get(it) ?? capital(it)).join('');
}
