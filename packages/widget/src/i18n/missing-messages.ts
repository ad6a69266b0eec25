import { createContext } from 'react';
import type { CompiledMessages } from './load-messages.ts';

/**
 * Where a compiled file lists the keys that its language lacks. Their messages stand in the file all
 * the same, in English (locale-messages.plugin.ts). No key can be this: keys are words and points.
 */
export const untranslatedKey = '~';

/** The keys that a language's file has in English only. */
export function untranslatedKeysOf(messages: CompiledMessages): ReadonlySet<unknown> {
  const keys = messages[untranslatedKey];
  return new Set(Array.isArray(keys) ? keys : []);
}

/** Told of each key that is shown; reports those without a translation. */
export const MissingMessageContext = createContext<(key: string) => void>(() => {});
