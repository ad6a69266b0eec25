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

/** Messages that aren't all there are: the host has heard why. */
const incomplete = new WeakSet<CompiledMessages>([builtInMessages]);

/** Returns whether messages are only those that are there without any language's file. */
export const isIncomplete = (messages: CompiledMessages): boolean => incomplete.has(messages);

type FetchFile = (address: string, init?: RequestInit) => Promise<Response>;

/** After this time the widget starts in English, in ms. */
const fileTimeoutMs = 10_000;

/** The pauses between the three attempts at a file, in ms. */
const pausesMs = [500, 1500];

/** The file was received, but doesn't hold messages. */
class BrokenFileError extends Error {}

/**
 * Loads a language's messages, or else the English ones, or else those that the list, a form, errors
 * and the complete page need, or else the few that are built in. Each file is tried three times. Never
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
    if (tag === fallbackLocale) throw new Error('English was tried already.');
    return { tag: fallbackLocale, messages: await fetchMessages(fallbackLocale, fetchFile) };
  } catch {
    onError('Failed to load fallback english locale');
    return { tag: fallbackLocale, messages: await importEssential() };
  }
}

/** Imports the essential English messages, which are code: they come another way than the files. */
async function importEssential(): Promise<CompiledMessages> {
  try {
    const { default: messages } = await repeat(
      () => import('../../../../locales/en.json?messages=essential'),
    );
    incomplete.add(messages);
    return messages;
  } catch {
    return builtInMessages;
  }
}

async function fetchMessages(tag: LocaleTag, fetchFile: FetchFile): Promise<CompiledMessages> {
  const address = localeAddresses[tag];
  if (address === undefined) throw new Error(`There is no locale file for ${tag}.`);
  const aborter = new AbortController();
  const timer = setTimeout(() => aborter.abort(), fileTimeoutMs);
  const { signal } = aborter;
  try {
    return await repeat(async (isAgain) => {
      // What was broken may be in the browser's cache.
      const init: RequestInit = isAgain ? { signal, cache: 'reload' } : { signal };
      const response = await fetchFile(address, init);
      if (!response.ok)
        throw new Error(`Loading the locale file of ${tag} failed with ${response.status}.`);
      const messages = parse(await response.text());
      if (isMessages(messages)) return messages;
      throw new BrokenFileError(`The locale file of ${tag} is broken.`);
    }, signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Tries three times, and no longer than the signal allows. */
async function repeat<Loaded>(
  load: (isAgain: boolean) => Promise<Loaded>,
  signal?: AbortSignal,
): Promise<Loaded> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await load(attempt > 0);
    } catch (error) {
      const pauseMs = pausesMs[attempt];
      if (pauseMs === undefined || signal?.aborted === true) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
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
