import { numberLocale } from '@kassa/contract';
import { type ReactNode, useState } from 'react';
import { IntlErrorCode } from 'use-intl/core';
import { IntlProvider } from 'use-intl/react';
import { builtInMessages, type CompiledMessages, isIncomplete } from './load-messages.ts';
import { isUntranslated, MissingMessageContext } from './missing-messages.ts';
import type { PlayerLocale } from './player-locale.ts';
import { LocaleContext } from './use-locale.ts';

interface TextProviderProps {
  locale: PlayerLocale;
  messages: CompiledMessages;
  /** Called once for each shown key without a translation, in the words of §8. */
  onError: (message: string) => void;
  children: ReactNode;
}

/**
 * Provides the player's language to every screen. A missing message is reported and shown in
 * English: from the language's own file, or else from the built-in ones. Otherwise its key shows,
 * and an ellipsis where no file could be loaded at all.
 */
export function TextProvider({ locale, messages, onError, children }: TextProviderProps) {
  const [reported] = useState(() => new Set<string>());
  // More messages may have arrived since it was rendered.
  const isShort = () => isIncomplete(messages);
  const report = (key: string, problem: string) => {
    // The host has heard that the file is missing.
    if (isShort() || reported.has(key)) return;
    reported.add(key);
    onError(`${problem} for ${locale.tag}: ${key}`);
  };
  const handleShown = (key: string) => {
    if (isUntranslated(messages, key)) report(key, 'Missing translation');
  };
  return (
    <MissingMessageContext value={handleShown}>
      <IntlProvider
        // Plural forms and the numbers of messages
        locale={numberLocale(locale.format)}
        // Compiled messages are arrays, which use-intl's type doesn't allow.
        messages={messages as Record<string, never>}
        timeZone="UTC"
        getMessageFallback={({ key, error }) => {
          const isMissing = error.code === IntlErrorCode.MISSING_MESSAGE;
          report(key, isMissing ? 'Missing translation' : 'Broken translation');
          return findBuiltIn(key) ?? (isShort() ? '…' : key);
        }}
        // Each error is followed by a request for a fallback, which has the full key.
        onError={() => {}}
      >
        <LocaleContext value={locale.format}>{children}</LocaleContext>
      </IntlProvider>
    </MissingMessageContext>
  );
}

/**
 * Returns a built-in English message. Messages with parameters can't be filled here and are
 * ignored.
 */
function findBuiltIn(key: string): string | undefined {
  let found: CompiledMessages[string] | undefined = builtInMessages;
  for (const part of key.split('.')) {
    if (typeof found !== 'object' || Array.isArray(found)) return undefined;
    found = Object.hasOwn(found, part) ? found[part] : undefined;
  }
  return typeof found === 'string' ? found : undefined;
}
