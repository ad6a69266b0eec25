import { useEffect } from 'react';
import { useText } from '../../i18n/text.ts';
import { readErrorReport } from '../../routing/error-report.ts';
import { usePlace, useRouter } from '../../routing/use-router.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Screen } from '../../ui/screen.tsx';
import { StatusPanel, StatusText } from '../../ui/status-panel.tsx';
import { HistoryLink } from '../links/history-link.tsx';
import type { EmptyReason } from './empty-target.ts';

/**
 * Shown where nothing is on offer (§2 "/empty"), with the choices of another country or a refresh.
 */
export function EmptyScreen() {
  const text = useText();
  const router = useRouter();
  const { bridge, isVpnHintShown } = useSession();
  const place = usePlace();
  const { transaction, isDirectGeo } = place?.search ?? {};

  // Without a report there was no error: the host wanted this page.
  const message = place?.data === undefined ? undefined : readErrorReport(place.data).message;
  useEffect(() => {
    if (message === undefined) return;
    bridge.send({ messageType: 'Metric', payload: { name: 'error', value: message } });
  }, [bridge, message]);

  const handleRefresh = () =>
    router.navigate({ to: router.rootOf(transaction), search: { refetch: '1' }, replace: true });
  const handleChangeRegion = () =>
    router.navigate({ to: 'Change region', search: { transaction, isDirectGeo } });
  const canChangeRegion = router.hasScreen('Change region');
  return (
    <Screen
      layout="centered"
      footer={
        <>
          {canChangeRegion && (
            <Button onClick={handleChangeRegion}>{text('empty.changeRegion')}</Button>
          )}
          <Button look={canChangeRegion ? 'ghost' : 'primary'} onClick={handleRefresh}>
            {text('empty.refresh')}
          </Button>
        </>
      }
    >
      <div role="status">
        <StatusPanel
          tone="quiet"
          title={text(isOfPackages(message) ? 'empty.packages' : 'empty.title')}
        >
          <StatusText>{text(canChangeRegion ? 'empty.text' : 'empty.textRefresh')}</StatusText>
          {isVpnHintShown && <StatusText>{text('empty.vpn')}</StatusText>}
        </StatusPanel>
      </div>
      {/* A withdrawal under way goes on where no method is on offer. */}
      {transaction === 'withdrawal' && <HistoryLink />}
    </Screen>
  );
}

/** Whether coin packages are missing, and not ways to pay for them. */
function isOfPackages(message: string | undefined): boolean {
  return message === ('Empty sweepstakes' satisfies EmptyReason);
}
