// Messages that are taken for English, by language, each with the reason why they aren't.
import type { LocaleTag } from '../packages/contract/src/locales.ts';

const quotesATerm = 'quotes the English term that is printed on the form';
const dateOfBirth = '“date of birth” stands so on Indian forms';

export const notEnglish: Partial<Record<LocaleTag, Record<string, string>>> = {
  az: {
    'field.institutionNumber': quotesATerm,
    'field.rule.institutionNumber': quotesATerm,
  },
  'hi-Latn-IN': {
    'field.birthDate': dateOfBirth,
    'field.required.birthDate': dateOfBirth,
  },
  id: {
    'common.errors.limit.exceeded': '“limit” is a word of Indonesian too',
    'field.required.document': '“nomor dokumen” has the syllables of English words',
    'field.required.documentNumber': '“nomor dokumen” has the syllables of English words',
  },
  ky: { 'field.institutionNumber': quotesATerm },
  pt: {
    'onramp.offers.renewFailed': '“possível” and “ofertas” have the syllables of English words',
  },
  uk: { 'field.institutionNumber': quotesATerm },
};
