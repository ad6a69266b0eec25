import { useText } from '../../../i18n/text.ts';
import { useRouter } from '../../../routing/use-router.ts';
import { closeWidget } from '../../../session/close-widget.ts';
import { useSession } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { StatusPanel, StatusText } from '../../../ui/status-panel.tsx';

/** A requested withdrawal, which counts as accepted from the start (§4). */
export function WithdrawalCompleteScreen() {
  const text = useText();
  const router = useRouter();
  const session = useSession();
  const handleAnother = () => router.navigate({ to: router.rootOf('withdrawal') });
  return (
    <Screen
      layout="centered"
      footer={
        <>
          <Button onClick={() => closeWidget(session)}>{text('close')}</Button>
          <Button look="ghost" onClick={handleAnother}>
            {text('withdrawal.another')}
          </Button>
        </>
      }
    >
      <div role="status">
        <StatusPanel tone="warn" title={text('complete.accepted.title')}>
          <StatusText>{text('withdrawal.accepted.text')}</StatusText>
        </StatusPanel>
      </div>
    </Screen>
  );
}
