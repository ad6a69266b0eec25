import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useText } from '../i18n/text.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Screen } from '../ui/screen.tsx';
import { StatusPanel, StatusText } from '../ui/status-panel.tsx';

/** A screen threw: it is reported, and the player can try again. */
export function CrashScreen({ error, reset }: ErrorComponentProps) {
  const text = useText();
  const { bridge } = useSession();
  useEffect(() => {
    const value = error instanceof Error ? error.message : String(error);
    bridge.send({ messageType: 'Metric', payload: { name: 'crash', value } });
  }, [bridge, error]);
  return (
    <Screen layout="centered" footer={<Button onClick={reset}>{text('error.retry')}</Button>}>
      <div role="alert">
        <StatusPanel tone="danger" title={text('error.title')}>
          <StatusText>{text('error.text')}</StatusText>
        </StatusPanel>
      </div>
    </Screen>
  );
}
