/** Letters that don't decompose into plain ones, and that other keyboards lack. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ı: 'i', ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe', ə: 'a', ة: 'ه', ى: 'ي' },
  // Cyrillic in its common Latin transcription, so that either finds the other.
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ж: 'zh', з: 'z', и: 'i', к: 'k', л: 'l' },
  ...{ м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'h', ц: 'ts' },
  ...{ ч: 'ch', ш: 'sh', щ: 'sch', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya', і: 'i' },
  ...{ є: 'e', ґ: 'g', қ: 'k', ғ: 'g', ҳ: 'h', ү: 'u', ұ: 'u', ө: 'o', ә: 'a', ң: 'n', җ: 'j' },
};

/**
 * Folds a name for a search: removes case, accents, vowel marks and letter widths, and replaces
 * every separator by one space. Cyrillic becomes Latin. The signs of Indian scripts are marks too
 * and stay: they change the word.
 */
export function foldName(name: string): string {
  const lower = name.toLowerCase();
  // A shortcut: most names are plain, and a catalogue has thousands.
  if (/^[a-z\d]*$/.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u064b-\u0655\u0670\u0640'’ʻʼ‘]/g, '')
    .replace(/[ıłøđßæœəةى\u0400-\u04ff]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}
