// Finds English that was left in a translation: by words, and in longer messages by a detector.
import { franc } from 'franc';
import type { LocaleTag } from '../packages/contract/src/locales.ts';

/** The language of a text: English or its own, or why the detector wasn't asked. */
export type Judgement =
  | 'english'
  | 'own'
  | 'too short for the detector'
  | 'a language that the detector doesn’t know';

/** Words that no language of the table shares with English. */
const englishWords = new Set(
  'the your you with this that and our from will have which there when of don’t can’t isn’t doesn’t'.split(
    ' ',
  ),
);

/** Words of a language that are written like one of these. */
const homographs: Partial<Record<LocaleTag, readonly string[]>> = {
  // "The" is थे, "were".
  'hi-Latn-IN': ['the'],
};

/** The detector's codes. Hindi in Latin letters is unknown to it. */
const detectorCodes: Record<Exclude<LocaleTag, 'en' | 'hi-Latn-IN'>, string> = {
  ar: 'arb',
  az: 'azj',
  bn: 'ben',
  de: 'deu',
  el: 'ell',
  es: 'spa',
  'es-MX': 'spa',
  fil: 'tgl',
  fr: 'fra',
  hi: 'hin',
  id: 'ind',
  it: 'ita',
  ja: 'jpn',
  kk: 'kaz',
  ko: 'kor',
  ky: 'kir',
  mr: 'mar',
  ms: 'zlm',
  pl: 'pol',
  pt: 'por',
  ro: 'ron',
  ru: 'rus',
  sw: 'swh',
  te: 'tel',
  tg: 'tgk',
  th: 'tha',
  tr: 'tur',
  uk: 'ukr',
  ur: 'urd',
  uz: 'uzn',
  vi: 'vie',
  zh: 'cmn',
};

/** Below this, the detector takes one native message of ten for English; above it, one of 1,000. */
const fewestLetters = 30;

/** What is the same in every language: addresses, domains, abbreviations in capitals. */
const untranslated = /\S+[@.]\S+|\b[A-Z][A-Z\d-]+\b/g;

/** Returns the English words of a text that its language doesn't have. */
export function findEnglishWords(tag: LocaleTag, text: string): string[] {
  const words = text.toLowerCase().match(/[a-z’]+/g) ?? [];
  return words.filter((word) => englishWords.has(word) && !homographs[tag]?.includes(word));
}

/** Asks the detector whether a text is English rather than its own language. */
export function detectEnglish(tag: LocaleTag, text: string): Judgement {
  const words = text.replaceAll(untranslated, ' ');
  const letters = words.match(/\p{L}/gu)?.length ?? 0;
  const latin = words.match(/\p{Script=Latin}/gu)?.length ?? 0;
  // Other letters say enough.
  if (latin * 2 < letters) return 'own';
  if (letters < fewestLetters) return 'too short for the detector';
  const code = tag === 'en' || tag === 'hi-Latn-IN' ? undefined : detectorCodes[tag];
  if (code === undefined) return 'a language that the detector doesn’t know';
  return franc(words, { only: ['eng', code] }) === 'eng' ? 'english' : 'own';
}
