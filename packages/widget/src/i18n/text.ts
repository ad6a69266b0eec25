import { type Decimal, formatMoney } from '@kassa/contract';
import { use, useMemo } from 'react';
import { useLocale, useTranslations } from 'use-intl/react';
import type english from '../../../../locales/en.json';
import { MissingMessageContext } from './missing-messages.ts';

/** A key of locales/en.json. */
export type MessageKey = keyof typeof english;

/** Words for a player that are chosen before the language is known. */
export interface Message {
  key: MessageKey;
  params?: Record<string, string | number>;
}

/** Words for a player that may come from data: the catalogue's or the provider's. */
export type Words =
  | Message
  /** A key that data names; it may be one this version doesn't have. */
  | { dataKey: string }
  /** The words themselves, by language. */
  | { texts: Record<string, string> };

/** Gives the words of a key in the player's language. */
export interface Text {
  (key: MessageKey, params?: Record<string, string | number>): string;
  has(key: string): boolean;
}

/** The texts in the player's language. */
export function useText(): Text {
  const translate = useTranslations();
  const reportShown = use(MissingMessageContext);
  return useMemo(() => {
    const text: Text = (key, params) => {
      reportShown(key);
      return translate(key, params);
    };
    text.has = translate.has;
    return text;
  }, [translate, reportShown]);
}

/** Whether a key made of data (an error's code, a group's label) has a message. */
export function isMessageKey(text: Text, key: string): key is MessageKey {
  return text.has(key);
}

/** Says words in the player's language; `fallback` where data names a key that isn't there. */
export function sayWords(words: Words, text: Text, locale: string, fallback: MessageKey): string {
  if ('texts' in words) return resolveName(words.texts, locale);
  if ('key' in words) return text(words.key, words.params);
  return isMessageKey(text, words.dataKey) ? text(words.dataKey) : text(fallback);
}

/** Formats money in the player's language; `trimZeros` for limits and chips. */
export function useMoney(): (
  amount: Decimal,
  currency: string,
  options?: { trimZeros?: boolean },
) => string {
  const locale = useLocale();
  return (amount, currency, options) => formatMoney({ amount, currency }, locale, options);
}

/**
 * Picks a display name by language, English where there is none (§3 `text`). Mexican reads Spanish
 * names; Hindi in Latin letters doesn't read Devanagari.
 */
export function resolveName(names: Record<string, string>, locale: string): string {
  // Without the extensions of a format's locale, such as the digits'.
  const { baseName, language, script } = new Intl.Locale(locale);
  const ofLanguage = script === undefined ? names[language] : undefined;
  return names[baseName] ?? ofLanguage ?? names.en ?? Object.values(names)[0] ?? '';
}
