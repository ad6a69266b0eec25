import { type MessageKey, useText } from '../../i18n/text.ts';
import { Button } from '../../ui/button.tsx';
import { Screen } from '../../ui/screen.tsx';
import { FailurePanel } from './failure-panel.tsx';

interface FailedScreenProps {
  title: MessageKey;
  error: unknown;
  retry: () => void;
}

/** A screen whose content failed to load, with a button that loads it again. */
export function FailedScreen({ title, error, retry }: FailedScreenProps) {
  const text = useText();
  return (
    <Screen
      layout="centered"
      footer={<Button onClick={() => retry()}>{text('error.retry')}</Button>}
    >
      <FailurePanel title={text(title)} error={error} />
    </Screen>
  );
}
