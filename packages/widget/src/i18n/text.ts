import { type Decimal, formatMoney, resolveName } from '@kassa/contract';
import { use, useMemo } from 'react';
import { useTranslations } from 'use-intl/react';
import type english from '../../../../locales/en.json';
import { MissingMessageContext } from './missing-messages.ts';
import { useLocale } from './use-locale.ts';

export { resolveName };

/** A key of locales/en.json. */
export type MessageKey = keyof typeof english;

/** A text for the player that is chosen before the language is known. */
export interface Message {
  key: MessageKey;
  params?: Record<string, string | number>;
}

/** A text for the player that may come from data: the catalogue's or the provider's. */
export type Words =
  | Message
  /**
   * A key from such data. This version of the widget may have no message for it: then `otherwise`
   * shows, or the general text of the place.
   */
  | { dataKey: string; otherwise?: MessageKey }
  /** The texts themselves, by language. */
  | { texts: Record<string, string> };

/** Returns the text of a key in the player's language. */
export interface Text {
  (key: MessageKey, params?: Record<string, string | number>): string;
  has(key: string): boolean;
}

/** Provides the texts in the player's language. */
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

/**
 * Returns whether a key from data (an error's code, a group's label) has a message. Where the whole key
 * is the data's, the type names how such keys begin: the messages of a screen are those that its code
 * names (split-messages.ts).
 */
export function isMessageKey<Beginning extends string = string>(
  text: Text,
  key: string,
): key is Extract<MessageKey, `${Beginning}${string}`> {
  return text.has(key);
}

/** Provides a formatter of money in the player's language. `trimZeros` is for limits and chips. */
export function useMoney(): (
  amount: Decimal,
  currency: string,
  options?: { trimZeros?: boolean },
) => string {
  const locale = useLocale();
  return (amount, currency, options) => formatMoney({ amount, currency }, locale, options);
}
