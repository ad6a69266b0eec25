/** Letters that don't decompose into plain ones, and that other keyboards lack. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ı: 'i', ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe', ə: 'a' },
  // Arabic letters that many leave out or mix up, and their Persian and Urdu forms.
  ...{ ة: 'ه', ى: 'ي', ی: 'ي', ے: 'ي', ک: 'ك', ہ: 'ه', ھ: 'ه', ە: 'ه', ٱ: 'ا' },
  // Cyrillic in its common Latin transcription, so that either finds the other.
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ж: 'zh', з: 'z', и: 'i', к: 'k', л: 'l' },
  ...{ м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'h', ц: 'ts' },
  ...{ ч: 'ch', ш: 'sh', щ: 'sch', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya', і: 'i' },
  ...{ є: 'e', ґ: 'g', қ: 'k', ғ: 'g', ҳ: 'h', ү: 'u', ұ: 'u', ө: 'o', ә: 'a', ң: 'n', җ: 'j' },
};

/**
 * Folds a name for a search: removes case, accents, vowel marks and letter widths, and replaces
 * every separator by one space. Cyrillic becomes Latin, and Arabic digits too. The signs of Indian scripts are marks too
 * and stay: they change the word.
 */
export function foldName(name: string): string {
  const lower = name.toLowerCase();
  // A shortcut: most names are plain, and a catalogue has thousands.
  if (/^[a-z\d]*$/.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u064b-\u0655\u0670\u0640'’ʻʼ‘]/g, '')
    .replace(/[ıłøđßæœə\u0629-\u06d5\u0400-\u04ff]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) % 16))
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}
