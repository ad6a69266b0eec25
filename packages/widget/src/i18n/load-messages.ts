import { fallbackLocale, type LocaleTag } from '@kassa/contract';
import startMessages from '../../../../locales/en.json?messages=start';
import { addressOfPart, firstPart } from './message-parts.ts';

/** Compiled messages, nested by the parts of their keys. */
export interface CompiledMessages {
  [key: string]: CompiledMessages | string | unknown[];
}

/** The loaded messages and their language, which may not be the requested one. */
export interface LoadedMessages {
  tag: LocaleTag;
  /** They grow with each part that arrives. */
  messages: CompiledMessages;
}

/** During development all messages are one part. */
const files = import.meta.glob<string>('../../../../locales/*.json', {
  query: '?messages',
  import: 'default',
  eager: true,
});

/** Returns the address of the first part of a language's messages. A language may have no file. */
export function findMessages(tag: string): string | undefined {
  if (import.meta.env.DEV) return files[`../../../../locales/${tag}.json`];
  // The page names them for the early script.
  const block = document.getElementById('kassa-locales')?.textContent ?? '{}';
  return (JSON.parse(block) as Record<string, string>)[tag];
}

/** The few English messages that are built in, for when no file can be loaded. */
export const builtInMessages: CompiledMessages = startMessages;

/** Messages that aren't all there are: the host has heard why. */
const incomplete = new WeakSet<CompiledMessages>([builtInMessages]);

/** Returns whether messages are only those that are there without some language's file. */
export const isIncomplete = (messages: CompiledMessages): boolean => incomplete.has(messages);

type FetchFile = (address: string, init?: RequestInit) => Promise<Response>;

/** After this time the widget goes on in English, in ms. */
const fileTimeoutMs = 10_000;

/** The pauses between the three attempts at a file, in ms. */
const pausesMs = [500, 1500];

/** The file was received, but doesn't hold messages. */
class BrokenFileError extends Error {}

/** Loads a part of the messages of the page's language. Null before the language is known. */
let loadPart: ((part: string) => Promise<void>) | null = null;

/** The parts of the screens that were imported before. */
const awaited = new Set<string>();

/**
 * Waits for the code of a screen and for the parts of the messages that it needs. The build names them
 * (message-parts.plugin.ts). No screen fails for its messages.
 */
export async function withMessages<Code>(code: Promise<Code>, parts: string[]): Promise<Code> {
  const load = loadPart ?? (async (part) => void awaited.add(part));
  const [loaded] = await Promise.all([code, ...parts.map(load)]);
  return loaded;
}

/**
 * Loads the messages of the first list, or else the English ones, or else those that the list, a form,
 * errors and the complete page need, or else the few that are built in. From then on each further part
 * is loaded in the same way with its screen ({@link withMessages}). Each file is tried three times. Never
 * rejects: failures are reported in the words of §8, each once, which differ for a file that can't be
 * loaded and a broken one. `fetchFile` may reuse requests that already run.
 */
export async function loadMessages(
  tag: LocaleTag,
  onError: (message: string) => void,
  fetchFile: FetchFile = fetch,
): Promise<LoadedMessages> {
  const loaded: LoadedMessages = { tag, messages: {} };
  const { messages } = loaded;
  const reported = new Set<string>();
  const report = (message: string) => {
    if (!reported.has(message)) onError(message);
    reported.add(message);
  };
  const known = new Map<string, Promise<void>>();
  const load = async (part: string) => {
    const { tag } = loaded;
    try {
      return fillMessages(messages, await fetchMessages(tag, part, fetchFile));
    } catch (error) {
      const isBroken = error instanceof BrokenFileError;
      report(isBroken ? 'Locale loading error' : `Locale receiving error ${tag}`);
    }
    if (part === firstPart) loaded.tag = fallbackLocale;
    try {
      if (tag === fallbackLocale) throw new Error('English was tried already.');
      fillMessages(messages, await fetchMessages(fallbackLocale, part, fetchFile));
    } catch {
      report('Failed to load fallback english locale');
      incomplete.add(messages);
      fillMessages(messages, await importEssential());
      // The next screen that needs it tries again.
      known.delete(part);
    }
  };
  loadPart = (part) => {
    const loading = known.get(part) ?? load(part);
    known.set(part, loading);
    return loading;
  };
  await Promise.all([firstPart, ...awaited].map(loadPart));
  return loaded;
}

/** Adds the messages that aren't there yet, at any depth. The added ones stay as they are. */
export function fillMessages(target: CompiledMessages, added: CompiledMessages): void {
  for (const [key, value] of Object.entries(added)) {
    if (typeof value === 'string' || Array.isArray(value)) target[key] ??= value;
    else {
      target[key] ??= {};
      fillMessages(target[key] as CompiledMessages, value);
    }
  }
}

/** Imports the essential English messages, which are code: they come another way than the files. */
async function importEssential(): Promise<CompiledMessages> {
  try {
    const { default: messages } = await repeat(
      () => import('../../../../locales/en.json?messages=essential'),
    );
    return messages;
  } catch {
    return builtInMessages;
  }
}

async function fetchMessages(
  tag: LocaleTag,
  part: string,
  fetchFile: FetchFile,
): Promise<CompiledMessages> {
  const first = findMessages(tag);
  if (first === undefined) throw new Error(`There is no locale file for ${tag}.`);
  const address = addressOfPart(first, part);
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
