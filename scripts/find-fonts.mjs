import { existsSync } from 'node:fs';
import path from 'node:path';

/** The Debian package of these fonts: those of Chinese, Japanese and Korean are another, five times as large. */
export const fontPackages = ['fonts-noto-core'];

const folder = '/usr/share/fonts/truetype/noto';

/** The fonts of the scripts that the languages of `locales/` are written in. */
const families = [
  'NotoSans',
  'NotoSansArabic',
  'NotoNastaliqUrdu',
  'NotoSansBengali',
  'NotoSansDevanagari',
  'NotoSansThai',
];

/** Lists the fonts that Debian hasn't installed. Other systems bring fonts of their own. */
export function findFonts() {
  if (process.platform !== 'linux') return { missing: [] };
  const isThere = (family) => existsSync(path.join(folder, `${family}-Regular.ttf`));
  return { missing: families.filter((family) => !isThere(family)) };
}
