import { createContext } from 'react';
import type { CompiledMessages } from './load-messages.ts';

/**
 * The property of a compiled file that lists the untranslated keys. The file holds their messages
 * in English (locale-messages.plugin.ts). It can't clash with a key: keys are words and points.
 */
export const untranslatedKey = '~';

/** Returns the keys whose messages in a language's file are English. */
export function untranslatedKeysOf(messages: CompiledMessages): ReadonlySet<unknown> {
  const keys = messages[untranslatedKey];
  return new Set(Array.isArray(keys) ? keys : []);
}

/** Receives each key that is shown; reports those without a translation. */
export const MissingMessageContext = createContext<(key: string) => void>(() => {});
