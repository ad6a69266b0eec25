import { isMessageKey, resolveName, type Text, type Words } from '../../i18n/text.ts';

/**
 * Returns what is wrong with a field in the player's language; that it doesn't look right where
 * data names an unknown key. `label` is the field's, for texts that name it.
 */
export function sayWords(words: Words, label: string, text: Text, locale: string): string {
  if ('texts' in words) return resolveName(words.texts, locale);
  if ('key' in words) return text(words.key, { label, ...words.params });
  const { dataKey, otherwise = 'form.field.broken' } = words;
  const isKnown = isMessageKey<'field.' | 'paymentMethods.regex_error.'>(text, dataKey);
  return text(isKnown ? dataKey : otherwise, { label });
}
