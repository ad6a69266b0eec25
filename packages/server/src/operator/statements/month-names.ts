/** The languages of the countries' banks, with the names of other months that Arabic has. */
const languages = [
  'en',
  'ar',
  'ar-LB',
  'cs',
  'de',
  'de-AT',
  'en-GB',
  'es',
  'fr',
  'hi',
  'hu',
  'id',
  'it',
  'kk',
  'ms',
  'nl',
  'pl',
  'pt',
  'ro',
  'ru',
  'tr',
  'uk',
  'uz',
];

const plain = (name: string) => name.normalize('NFC').toLowerCase().replace(/\.$/, '');

/** Abbreviations that banks write and `Intl` doesn't. */
const written = {
  ...{ sept: '09', set: '09', agt: '08', ags: '08', mrz: '03' },
  ...{ янв: '01', фев: '02', апр: '04', июн: '06', июл: '07', авг: '08' },
  ...{ сен: '09', окт: '10', ноя: '11', дек: '12' },
};

let names: Map<string, string> | undefined;

/** The names, found with the first date: that takes a tenth of a second. */
const months = () => {
  names ??= findNames();
  return names;
};

/** Returns a month's number by its name or abbreviation: `11`; null if it is unknown. */
export function monthOf(name: string): string | null {
  return months().get(plain(name)) ?? null;
}

/** Whether a text may be the beginning of a month's name. */
export function beginsMonth(text: string): boolean {
  return [...months().keys()].some((name) => name.startsWith(plain(text)));
}

/** The names of all languages; one that means two months, as in two languages, is none. */
function findNames(): Map<string, string> {
  const found = new Map<string, string | null>(Object.entries(written));
  for (const language of languages) {
    for (let index = 0; index < 12; index += 1) {
      const month = String(index + 1).padStart(2, '0');
      for (const name of namesOf(language, index)) {
        found.set(name, (found.get(name) ?? month) === month ? month : null);
      }
    }
  }
  return new Map([...found].flatMap(([name, month]) => (month === null ? [] : [[name, month]])));
}

/** The names of a month by itself and beside a day, which decline in some languages. */
function namesOf(language: string, index: number): string[] {
  const date = new Date(Date.UTC(2026, index, 15));
  return (['long', 'short'] as const)
    .flatMap((month) => [{ month }, { month, day: 'numeric' as const }])
    .flatMap((options) =>
      new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).formatToParts(date),
    )
    .filter(({ type, value }) => type === 'month' && !/\d/.test(value))
    .map(({ value }) => plain(value));
}
