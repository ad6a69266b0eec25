import { fallbackLocale, type LocaleTag } from '@kassa/contract';
import startMessages from '../../../../locales/en.json?messages=start';

/** Compiled messages, nested by the parts of their keys. */
export interface CompiledMessages {
  [key: string]: CompiledMessages | string | unknown[];
}

/** The loaded messages and their language, which may not be the requested one. */
export interface LoadedMessages {
  tag: LocaleTag;
  messages: CompiledMessages;
}

const files = import.meta.glob<string>('../../../../locales/*.json', {
  query: '?messages',
  import: 'default',
  eager: true,
});

/** The address of each language's messages, by tag. A language without a file is missing. */
export const localeAddresses: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(files).map(([path, address]) => [path.replace(/^.*\/|\.json$/g, ''), address]),
);

/** The few English messages that are built in, for when no file can be loaded. */
export const builtInMessages: CompiledMessages = startMessages;

type FetchFile = (address: string, init?: RequestInit) => Promise<Response>;

/** After this time the widget starts in English, in ms. */
const fileTimeoutMs = 10_000;

/** The file was received, but doesn't hold messages. */
class BrokenFileError extends Error {}

/**
 * Loads a language's messages, or else the English ones, or else the few that are built in. Never
 * rejects: failures are reported in the words of §8, which differ for a file that can't be loaded
 * and a broken one. `fetchFile` may reuse requests that already run.
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
  if (!response.ok)
    throw new Error(`Loading the locale file of ${tag} failed with ${response.status}.`);
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

/** Returns whether the value is an object of messages, at any depth. An empty object is broken. */
function isMessages(value: unknown): value is CompiledMessages {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries: unknown[] = Object.values(value);
  return (
    entries.length > 0 &&
    entries.every((entry) => typeof entry === 'string' || Array.isArray(entry) || isMessages(entry))
  );
}
