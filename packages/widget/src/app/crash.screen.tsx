import { useEffect, useMemo } from 'react';
import { Reference } from '../features/copy/reference.tsx';
import { referenceOf } from '../features/copy/reference-of.ts';
import { useText } from '../i18n/text.ts';
import { useRouter } from '../routing/use-router.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Screen } from '../ui/screen.tsx';
import { StatusPanel, StatusText } from '../ui/status-panel.tsx';

interface CrashScreenProps {
  error: unknown;
  onReset: () => void;
}

/** Shown after a screen threw. The error is reported, and the player can try again or go home. */
export function CrashScreen({ error, onReset }: CrashScreenProps) {
  const text = useText();
  const router = useRouter();
  const { bridge } = useSession();
  const reference = useMemo(() => referenceOf(error), [error]);
  useEffect(() => {
    const message = error instanceof Error ? error.message : String(error);
    bridge.send({ messageType: 'Metric', payload: { name: 'crash', value: message } });
    bridge.send({ messageType: 'Metric', payload: { name: 'error.reference', value: reference } });
  }, [bridge, error, reference]);
  const handleBack = () => router.navigate({ to: router.rootOf(undefined), replace: true });
  return (
    <Screen
      layout="centered"
      footer={
        <>
          <Button onClick={onReset}>{text('error.retry')}</Button>
          <Button look="ghost" onClick={handleBack}>
            {text('back')}
          </Button>
        </>
      }
    >
      <div role="alert">
        <StatusPanel tone="danger" title={text('error.title')}>
          <StatusText>{text('error.text')}</StatusText>
          <Reference reference={reference} />
        </StatusPanel>
      </div>
    </Screen>
  );
}
