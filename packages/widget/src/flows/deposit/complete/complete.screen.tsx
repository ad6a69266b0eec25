import { decodeStatusQuery, type TransactionStatus } from '@kassa/contract';
import { FailurePanel } from '../../../features/failure/failure-panel.tsx';
import { PaymentLink } from '../../../features/payment-link/payment-link.tsx';
import { useText } from '../../../i18n/text.ts';
import { usePlace, useRouter, useSearch } from '../../../routing/use-router.ts';
import { closeWidget } from '../../../session/close-widget.ts';
import { useSession } from '../../../session/session.ts';
import { useSessionStore } from '../../../session/session-store.ts';
import { Button } from '../../../ui/button.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { useMethods } from '../deposit.queries.ts';
import { CompleteDetails } from './complete-details.tsx';
import { CompleteStatus } from './complete-status.tsx';
import { useDepositNews } from './use-deposit-news.ts';

/** Where a deposit stands after it was created (§4 "Complete page"). */
export function CompleteScreen() {
  const text = useText();
  const { depositId = '', method: methodName = '' } = useSearch();
  const claim = decodeStatusQuery(usePlace()?.flags.status ?? '');
  const { status, news, reference, error, retry } = useDepositNews(depositId, methodName, claim);
  const { catalogue } = useMethods();
  const method = catalogue?.methods.find((candidate) => candidate.name === methodName);

  if (error !== null) {
    return (
      <Screen
        layout="centered"
        footer={<Button onClick={() => retry()}>{text('error.retry')}</Button>}
      >
        <FailurePanel title={text('complete.failed')} error={error} />
      </Screen>
    );
  }
  return (
    <Screen
      layout="centered"
      isBusy={status === 'waiting'}
      footer={<CompleteActions status={status} depositId={depositId} />}
    >
      <CompleteStatus status={status} />
      {news !== null && <CompleteDetails news={news} method={method} reference={reference} />}
    </Screen>
  );
}

interface CompleteActionsProps {
  status: TransactionStatus;
  depositId: string;
}

function CompleteActions({ status, depositId }: CompleteActionsProps) {
  const text = useText();
  const router = useRouter();
  const session = useSession();
  const { hostData } = session;
  const running = useSessionStore((store) => store.runningDeposit);
  const redirect = running?.depositId === depositId ? running.redirect : null;
  const goToList = () => router.navigate({ to: router.rootOf('deposit') });
  const handleClose = () => closeWidget(session);

  const canClose = hostData.closingButton;
  switch (status) {
    case 'waiting':
      return (
        <>
          {redirect !== null && (
            <PaymentLink redirect={redirect} look="ghost">
              {text('complete.openAgain')}
            </PaymentLink>
          )}
          <Button look="ghost" onClick={goToList}>
            {text('complete.otherMethod')}
          </Button>
        </>
      );
    case 'accepted':
    case 'processed':
      return (
        <>
          {canClose && <Button onClick={handleClose}>{text('close')}</Button>}
          <Button look={canClose ? 'ghost' : 'primary'} onClick={goToList}>
            {text('complete.another')}
          </Button>
        </>
      );
    default:
      return (
        <>
          <Button onClick={() => router.back()}>{text('complete.back')}</Button>
          <Button look="ghost" onClick={goToList}>
            {text('complete.otherMethod')}
          </Button>
        </>
      );
  }
}
