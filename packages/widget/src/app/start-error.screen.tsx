import { HostSilentError } from '../host/host-bridge.ts';
import { TokenMissingError } from '../host/host-inbox.ts';
import { type MessageKey, useText } from '../i18n/text.ts';
import { Button } from '../ui/button.tsx';
import { Screen } from '../ui/screen.tsx';
import { StatusPanel, StatusText } from '../ui/status-panel.tsx';
import styles from './shell.module.css';

interface StartErrorScreenProps {
  error: unknown;
  onRetry: () => void;
}

/** Shown where the cashier could not start: the reason in the player's words, and a retry. */
export function StartErrorScreen({ error, onRetry }: StartErrorScreenProps) {
  const text = useText();
  return (
    <div className={styles.shell}>
      <Screen layout="centered" footer={<Button onClick={onRetry}>{text('start.retry')}</Button>}>
        <div role="alert">
          <StatusPanel tone="danger" title={text('start.title')} level={1}>
            <StatusText>{text(reasonOf(error))}</StatusText>
          </StatusPanel>
        </div>
      </Screen>
    </div>
  );
}

function reasonOf(error: unknown): MessageKey {
  if (error instanceof HostSilentError) return 'start.hostSilent';
  if (error instanceof TokenMissingError) return 'start.tokenMissing';
  return 'start.failed';
}
