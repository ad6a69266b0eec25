import { FailedScreen } from '../../../features/failure/failed-screen.tsx';
import { SupportLink } from '../../../features/support/support-link.tsx';
import { useSearch } from '../../../routing/use-router.ts';
import { TransportError } from '../../../transport/transport-error.ts';
import { Screen } from '../../../ui/screen.tsx';
import { HistoryLink } from '../../links/history-link.tsx';
import links from '../../links/quiet-link.module.css';
import { usePayoutWords } from '../parts/payout-words.ts';
import { useWithdrawal } from '../withdrawal.query.ts';
import { useWithdrawalUpdates } from './use-withdrawal-updates.ts';
import { WithdrawalActions } from './withdrawal-actions.tsx';
import { WithdrawalDetails } from './withdrawal-details.tsx';
import { WithdrawalOutcome } from './withdrawal-outcome.tsx';

/** A requested withdrawal (§4 "Complete page"): accepted from the start, and then as it goes on. */
export function WithdrawalCompleteScreen() {
  const words = usePayoutWords();
  const { withdrawalId = '', method: inAddress } = useSearch();
  const { withdrawal, error, retry } = useWithdrawalUpdates(withdrawalId);
  const { catalogue } = useWithdrawal();
  const name = withdrawal?.paymentMethod ?? inAddress;
  const method = catalogue?.methods.find((one) => one.name === name);
  if (error instanceof TransportError && error.code === 'withdrawal.notFound') {
    return <FailedScreen title={words('complete.withdrawal.failed')} error={error} retry={retry} />;
  }
  return (
    <Screen layout="form" footer={<WithdrawalActions withdrawal={withdrawal} />}>
      <WithdrawalOutcome withdrawal={withdrawal} method={method} />
      {withdrawal !== undefined && <WithdrawalDetails withdrawal={withdrawal} method={method} />}
      {withdrawal !== undefined && (
        <div className={links.line}>
          <HistoryLink />
          <SupportLink />
        </div>
      )}
    </Screen>
  );
}
