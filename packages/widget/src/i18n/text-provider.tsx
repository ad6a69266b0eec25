import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl/react';
import type { CompiledMessages } from './load-messages.ts';
import type { PlayerLocale } from './player-locale.ts';

interface TextProviderProps {
  locale: PlayerLocale;
  messages: CompiledMessages;
  /** Told of each message that is missing, once a render. */
  onError: (message: string) => void;
  children: ReactNode;
}

/** Gives every screen its language. A message that is missing shows its key, and is reported. */
export function TextProvider({ locale, messages, onError, children }: TextProviderProps) {
  return (
    <IntlProvider
      locale={locale.format}
      // Compiled messages are arrays, which use-intl's type doesn't say.
      messages={messages as Record<string, never>}
      timeZone="UTC"
      getMessageFallback={({ key }) => key}
      onError={(error) =>
        onError(`Missing translation for ${locale.tag}: ${error.originalMessage ?? error.message}`)
      }
    >
      {children}
    </IntlProvider>
  );
}
