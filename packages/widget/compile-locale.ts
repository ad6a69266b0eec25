import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import compile from 'icu-minify/compile';
import { untranslatedKey } from './src/i18n/missing-messages.ts';

type CompiledMessages = { [key: string]: unknown };

/** A language's messages. */
interface Locale {
  /** By key. A key that the language lacks has its English message, so that no player sees a blank. */
  messages: Readonly<Record<string, string>>;
  /** The keys whose messages are English. */
  untranslated: ReadonlySet<string>;
}

/** Reads a locale file, and the English one beside it. */
export async function readLocale(file: string): Promise<Locale> {
  const english = await readMessages(join(dirname(file), 'en.json'));
  const translated = await readMessages(file);
  const untranslated = Object.keys(english).filter((key) => !Object.hasOwn(translated, key));
  return { messages: { ...english, ...translated }, untranslated: new Set(untranslated) };
}

/**
 * Compiles the ICU messages of some keys. Those without a translation are listed under `~`, and reported
 * to the host (§8).
 */
export function compileMessages(
  { messages, untranslated }: Locale,
  isIncluded: (key: string) => boolean,
): CompiledMessages {
  const compiled: CompiledMessages = {};
  const english: Record<string, string> = {};
  for (const [key, message] of Object.entries(messages)) {
    if (!isIncluded(key)) continue;
    nest(compiled, key, compile(message));
    if (untranslated.has(key)) english[key] = '';
  }
  return Object.keys(english).length === 0 ? compiled : { ...compiled, [untranslatedKey]: english };
}

async function readMessages(file: string): Promise<Record<string, string>> {
  return JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
}

/** Nests a message: use-intl reads `a.b` as a path, while the locale files stay flat. */
function nest(target: CompiledMessages, key: string, message: unknown): void {
  const parts = key.split('.');
  const leaf = parts.pop() ?? key;
  let branch = target;
  for (const part of parts) {
    branch[part] ??= {};
    branch = branch[part] as CompiledMessages;
  }
  if (branch[leaf] !== undefined)
    throw new Error(`The message key "${key}" is also a prefix of others.`);
  branch[leaf] = message;
}
