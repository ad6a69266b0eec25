import { useEffect, useState } from 'react';
import { type MessageKey, useText } from '../../i18n/text.ts';
import { Screen } from '../../ui/screen.tsx';
import { StatusPanel, StatusText } from '../../ui/status-panel.tsx';
import { openProviderPage } from './open-provider-page.ts';
import { receiveRedirect } from './receive-redirect.ts';

interface FormStatusProps {
  /** The provider has sent the player back here. */
  isReturned?: boolean;
}

type Tone = Parameters<typeof StatusPanel>[0]['tone'];

/** What the popup says before it goes to the provider, and after it came back. */
const states: Record<
  'waiting' | 'abandoned' | 'returned',
  { tone: Tone; title: MessageKey; text: MessageKey }
> = {
  waiting: { tone: 'busy', title: 'popup.waiting.title', text: 'popup.waiting.text' },
  abandoned: { tone: 'quiet', title: 'popup.abandoned.title', text: 'popup.abandoned.text' },
  returned: { tone: 'ok', title: 'popup.returned.title', text: 'popup.returned.text' },
};

/** What the popup's page says (§2 `/form`): on the way to the provider, or back from it. */
export function FormStatus({ isReturned = false }: FormStatusProps) {
  const text = useText();
  const [state, setState] = useState<keyof typeof states>(isReturned ? 'returned' : 'waiting');

  useEffect(() => {
    // A browser closes only what a script has opened; where it doesn't, the words stand.
    if (isReturned) return window.close();
    return receiveRedirect(window, {
      onRedirect: (redirect) => openProviderPage(redirect, document),
      onAbandoned: () => setState('abandoned'),
    });
  }, [isReturned]);

  const { tone, title, text: words } = states[state];
  return (
    <Screen layout="centered">
      <div role="status">
        <StatusPanel tone={tone} title={text(title)}>
          <StatusText>{text(words)}</StatusText>
        </StatusPanel>
      </div>
    </Screen>
  );
}
