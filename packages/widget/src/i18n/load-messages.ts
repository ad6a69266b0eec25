import { fallbackLocale, type LocaleTag } from '@kassa/contract';
import startMessages from '../../../../locales/en.json?messages=start';

/** Compiled messages, nested by the parts of their keys. */
export interface CompiledMessages {
  [key: string]: CompiledMessages | string | unknown[];
}

const addresses = import.meta.glob<string>('../../../../locales/*.json', {
  query: '?messages',
  import: 'default',
  eager: true,
});

/** The few English messages that need no file: for when not even the files can be had. */
export const builtInMessages: CompiledMessages = startMessages;

/**
 * Loads a language's messages; where that fails English, where that fails too the built-in few.
 * Each failure is reported in the words of §8.
 */
export async function loadMessages(
  locale: LocaleTag,
  onError: (message: string) => void,
): Promise<CompiledMessages> {
  try {
    return await fetchMessages(locale);
  } catch {
    onError(`Locale receiving error ${locale}`);
  }
  try {
    return await fetchMessages(fallbackLocale);
  } catch {
    onError('Failed to load fallback english locale');
    return builtInMessages;
  }
}

async function fetchMessages(locale: LocaleTag): Promise<CompiledMessages> {
  const address = addresses[`../../../../locales/${locale}.json`];
  if (address === undefined) throw new Error(`There is no locale file for ${locale}.`);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The locale file of ${locale} answered ${response.status}.`);
  return response.json();
}
