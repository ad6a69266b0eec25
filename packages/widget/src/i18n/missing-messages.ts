import { createContext } from 'react';
import type { CompiledMessages } from './load-messages.ts';

/**
 * The property of a compiled file with the untranslated keys. The file holds their messages
 * in English (compile-locale.ts). It can't clash with a key: keys are words and points.
 */
export const untranslatedKey = '~';

/** Returns whether the message of a key in a language's files is English. */
export function isUntranslated(messages: CompiledMessages, key: string): boolean {
  return Object.hasOwn((messages[untranslatedKey] ?? {}) as CompiledMessages, key);
}

/** Receives each key that is shown; reports those without a translation. */
export const MissingMessageContext = createContext<(key: string) => void>(() => {});
