// The marks of each language, and what its grammar refuses beside a placeholder.
import type { LocaleTag } from '../packages/contract/src/locales.ts';

/** What a language writes. */
export interface Marks {
  /** Its quotation marks, outer pair first. */
  quotes: string;
  /** The dash between clauses; `undefined` where a colon or a new sentence stands instead. */
  dash?: '—' | '–';
  /** Marks and letters of another language or script, which are easily typed instead of its own. */
  refused?: RegExp;
  /** Whether words have no spaces between them, so a placeholder may touch letters. */
  isUnspaced?: true;
  /** Whether case is a suffix: none may follow a placeholder, even behind a hyphen or an apostrophe. */
  hasSuffixes?: true;
  /** What may touch a number all the same. */
  atNumber?: RegExp;
  /** What may touch the beginning of a placeholder. */
  before?: RegExp;
  /** Words that may not follow a placeholder, since they ask for a case of it. */
  asksForCase?: readonly string[];
}

const cyrillicTurkic = { quotes: '«»„“', dash: '—', hasSuffixes: true } as const;
/** A full stop, where a danda ends a sentence. */
const notDanda = /[\p{Script=Deva}\p{Script=Beng}]\.(?=\s|$)/u;

export const marks: Record<LocaleTag, Marks> = {
  // One-letter prepositions touch the next word, with a tatweel before what isn't Arabic.
  ar: { quotes: '«»', refused: /[,;?]/, before: /(?:^|[^\p{L}])[وف]?[بلك]?ـ?$/u },
  az: {
    quotes: '“”',
    dash: '—',
    hasSuffixes: true,
    asksForCase: ['qədər', 'doğru'],
  },
  bn: {
    quotes: '“”‘’',
    hasSuffixes: true,
    atNumber: /^(?:টি|টা|জন)(?:র|কে|তে)?(?![\p{L}\p{M}])/u,
    refused: notDanda,
  },
  de: { quotes: '„“‚‘', dash: '–' },
  el: { quotes: '«»“”', dash: '–' },
  en: { quotes: '“”‘’', dash: '—' },
  es: { quotes: '«»“”' },
  'es-MX': { quotes: '“”‘’' },
  fil: { quotes: '“”‘’', dash: '—' },
  fr: { quotes: '«»“”', dash: '–' },
  hi: { quotes: '“”‘’', refused: notDanda },
  'hi-Latn-IN': { quotes: '“”‘’' },
  id: { quotes: '“”‘’' },
  it: { quotes: '«»“”', dash: '–' },
  ja: { quotes: '「」『』', isUnspaced: true, refused: /[,;?!]|\p{L}\.(?=\s|$)/u },
  kk: { ...cyrillicTurkic, asksForCase: ['дейін', 'кейін', 'соң', 'бастап', 'қарай'] },
  // A particle has the double form, as in 을(를): the right one depends on the name.
  ko: { quotes: '“”‘’', dash: '–', isUnspaced: true },
  ky: { ...cyrillicTurkic, asksForCase: ['чейин', 'кийин', 'соң', 'баштап', 'карай'] },
  mr: { quotes: '“”‘’', dash: '—' },
  ms: { quotes: '“”‘’', dash: '–' },
  pl: { quotes: '„”«»', dash: '–' },
  pt: { quotes: '“”‘’' },
  ro: { quotes: '„”«»', dash: '–' },
  ru: { quotes: '«»„“', dash: '—' },
  sw: { quotes: '“”‘’', dash: '–' },
  te: { quotes: '“”‘’', dash: '–' },
  tg: { quotes: '«»„“', dash: '—', hasSuffixes: true },
  th: {
    quotes: '“”‘’',
    isUnspaced: true,
    refused: /[\p{L}\p{M}]{4}\.(?=\s|$)|(?<=\p{Script=Thai})[,;]/u,
  },
  tr: { quotes: '“”‘’', dash: '–', hasSuffixes: true },
  uk: { quotes: '«»„“', dash: '—' },
  ur: { quotes: '“”‘’', hasSuffixes: true, refused: /[,;?ىيكة]|\p{L}\.(?=\s|$)/u },
  uz: {
    quotes: '“”',
    dash: '–',
    hasSuffixes: true,
    asksForCase: ['ga', 'dan', 'da', 'ni', 'ning', 'gacha'],
  },
  vi: { quotes: '“”‘’', dash: '–' },
  zh: { quotes: '“”‘’', isUnspaced: true, refused: /[,;?!]|\p{L}\.(?=\s|$)/u },
};
