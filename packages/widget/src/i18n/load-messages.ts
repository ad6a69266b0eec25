import { fallbackLocale, type LocaleTag } from '@kassa/contract';
import startMessages from '../../../../locales/en.json?messages=start';

/** Compiled messages, nested by the parts of their keys. */
export interface CompiledMessages {
  [key: string]: CompiledMessages | string | unknown[];
}

/** What could be loaded, and the language it really is in. */
export interface LoadedMessages {
  tag: LocaleTag;
  messages: CompiledMessages;
}

const files = import.meta.glob<string>('../../../../locales/*.json', {
  query: '?messages',
  import: 'default',
  eager: true,
});

/** Where each language's messages are, by tag. A language that no file exists for yet isn't in it. */
export const localeAddresses: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(files).map(([path, address]) => [path.replace(/^.*\/|\.json$/g, ''), address]),
);

/** The few English messages that need no file: for when not even the files can be had. */
export const builtInMessages: CompiledMessages = startMessages;

type FetchFile = (address: string, init?: RequestInit) => Promise<Response>;

/** A network that swallows the request must not keep the widget from starting in English. */
const fileTimeoutMs = 10_000;

/** The file arrived, and is no messages. */
class BrokenFileError extends Error {}

/**
 * Loads a language's messages; where that fails English, where that fails too the built-in few.
 * Never rejects: each failure is reported in the words of §8, apart for a file that can't be had
 * and one that arrives broken. `fetchFile` may answer from requests that are already under way.
 */
export async function loadMessages(
  tag: LocaleTag,
  onError: (message: string) => void,
  fetchFile: FetchFile = fetch,
): Promise<LoadedMessages> {
  try {
    return { tag, messages: await fetchMessages(tag, fetchFile) };
  } catch (error) {
    const isBroken = error instanceof BrokenFileError;
    onError(isBroken ? 'Locale loading error' : `Locale receiving error ${tag}`);
  }
  try {
    return { tag: fallbackLocale, messages: await fetchMessages(fallbackLocale, fetchFile) };
  } catch {
    onError('Failed to load fallback english locale');
    return { tag: fallbackLocale, messages: builtInMessages };
  }
}

async function fetchMessages(tag: LocaleTag, fetchFile: FetchFile): Promise<CompiledMessages> {
  const address = localeAddresses[tag];
  if (address === undefined) throw new Error(`There is no locale file for ${tag}.`);
  const aborter = new AbortController();
  const timer = setTimeout(() => aborter.abort(), fileTimeoutMs);
  const response = await fetchFile(address, { signal: aborter.signal });
  if (!response.ok) throw new Error(`The locale file of ${tag} answered ${response.status}.`);
  const messages = parse(await response.text());
  clearTimeout(timer);
  if (!isMessages(messages)) throw new BrokenFileError(`The locale file of ${tag} is broken.`);
  return messages;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether it is an object of messages, at any depth. One without any is as broken as a number. */
function isMessages(value: unknown): value is CompiledMessages {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries: unknown[] = Object.values(value);
  return (
    entries.length > 0 &&
    entries.every((entry) => typeof entry === 'string' || Array.isArray(entry) || isMessages(entry))
  );
}
