import { type ReactNode, useMemo, useState } from 'react';
import { IntlErrorCode } from 'use-intl/core';
import { IntlProvider } from 'use-intl/react';
import { builtInMessages, type CompiledMessages } from './load-messages.ts';
import { MissingMessageContext, untranslatedKeysOf } from './missing-messages.ts';
import type { PlayerLocale } from './player-locale.ts';

interface TextProviderProps {
  locale: PlayerLocale;
  messages: CompiledMessages;
  /** Told once of each key that is shown and has no translation, in the words of §8. */
  onError: (message: string) => void;
  children: ReactNode;
}

/**
 * Gives every screen its language. A message that is missing is reported and shown in English: from
 * the language's own file, else from the few that are built in. Where there is none, its key shows.
 */
export function TextProvider({ locale, messages, onError, children }: TextProviderProps) {
  const [reported] = useState(() => new Set<string>());
  const untranslated = useMemo(() => untranslatedKeysOf(messages), [messages]);

  const report = (key: string, problem: string) => {
    if (reported.has(key)) return;
    reported.add(key);
    onError(`${problem} for ${locale.tag}: ${key}`);
  };
  const handleShown = (key: string) => {
    if (untranslated.has(key)) report(key, 'Missing translation');
  };
  return (
    <MissingMessageContext value={handleShown}>
      <IntlProvider
        locale={locale.format}
        // Compiled messages are arrays, which use-intl's type doesn't say.
        messages={messages as Record<string, never>}
        timeZone="UTC"
        getMessageFallback={({ key, error }) => {
          const isMissing = error.code === IntlErrorCode.MISSING_MESSAGE;
          report(key, isMissing ? 'Missing translation' : 'Broken translation');
          return findBuiltIn(key) ?? key;
        }}
        // Each error asks for a fallback right after, and only there the key is whole.
        onError={() => {}}
      >
        {children}
      </IntlProvider>
    </MissingMessageContext>
  );
}

/** A built-in English message. Those that take parameters can't be filled here, and don't count. */
function findBuiltIn(key: string): string | undefined {
  let found: CompiledMessages[string] | undefined = builtInMessages;
  for (const part of key.split('.')) {
    if (typeof found !== 'object' || Array.isArray(found)) return undefined;
    found = Object.hasOwn(found, part) ? found[part] : undefined;
  }
  return typeof found === 'string' ? found : undefined;
}
