/** Letters that Unicode takes for letters of their own, and not for one with a mark. */
const plainOf: Readonly<Record<string, string>> = {
  Æ: 'AE',
  æ: 'ae',
  Œ: 'OE',
  œ: 'oe',
  Ø: 'O',
  ø: 'o',
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  ß: 'ss',
};

/**
 * Writes a text in printable ASCII, as a BR Code's texts are read everywhere: `São João` becomes
 * `Sao Joao`. What has no plain letter (an emoji) is left out.
 * @param longest so many characters are kept at most
 */
export function foldToAscii(text: string, longest: number): string {
  return text
    .replace(/[^\0-\x7f]/gu, (sign) => plainOf[sign] ?? sign)
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, (sign) => (/\s/.test(sign) ? ' ' : ''))
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, longest)
    .trimEnd();
}
