import type { PaymentMethod } from '@kassa/contract';
import { type MessageKey, useText } from '../../i18n/text.ts';
import { Button } from '../../ui/button.tsx';
import { Screen } from '../../ui/screen.tsx';
import { StatusPanel, StatusText } from '../../ui/status-panel.tsx';
import { MethodCard } from '../method-card/method-card.tsx';

interface UnavailableStepProps {
  method: PaymentMethod | undefined;
  text: Extract<MessageKey, `step.${string}`>;
  /** The player looks for another method. */
  onLeave: () => void;
}

/** A step of a method that this device or version doesn't support, with the way on. */
export function UnavailableStep({ method, text: key, onLeave }: UnavailableStepProps) {
  const text = useText();
  return (
    <Screen
      layout="form"
      footer={<Button onClick={onLeave}>{text('complete.otherMethod')}</Button>}
    >
      {method !== undefined && <MethodCard method={method} />}
      <div role="status">
        <StatusPanel tone="warn" title={text('step.title')}>
          <StatusText>{text(key)}</StatusText>
        </StatusPanel>
      </div>
    </Screen>
  );
}
