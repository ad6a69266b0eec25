import { FailurePanel } from '../../features/failure/failure-panel.tsx';
import { useChosenMethod } from '../../flows/deposit/use-chosen-method.ts';
import { useContinuation } from '../../flows/deposit/use-continuation.ts';
import { type MessageKey, useText } from '../../i18n/text.ts';
import { Navigate } from '../../routing/link.tsx';
import { useSearch } from '../../routing/use-router.ts';
import { Button } from '../../ui/button.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RedirectDeposit, type RedirectDepositProps } from './redirect-deposit.tsx';

/** The form of a method whose provider has a page of its own (§2 "Redirect base"). */
export function RedirectScreen() {
  const chosen = useChosenMethod();
  const { depositId } = useSearch();
  switch (chosen.kind) {
    case 'loading':
      return <LoadingForm />;
    case 'failed':
      return <FailedForm {...chosen} title="deposit.list.failed" />;
    case 'missing':
      return <Navigate to="Deposit list" />;
    case 'ready': {
      const { method } = chosen;
      if (depositId === undefined) return <RedirectDeposit key={method.name} {...chosen} />;
      return <ContinuedDeposit key={depositId} {...chosen} depositId={depositId} />;
    }
  }
}

/** A deposit that was begun before goes on with what its provider asks for besides. */
function ContinuedDeposit({
  depositId,
  ...form
}: Omit<RedirectDepositProps, 'continues'> & { depositId: string }) {
  const { method } = form;
  const found = useContinuation(depositId, method.name);
  switch (found.kind) {
    case 'loading':
      return <LoadingForm />;
    case 'failed':
      return <FailedForm {...found} title="complete.failed" />;
    case 'over':
      return <Navigate to="Complete deposit" search={{ depositId, method: method.name }} />;
    case 'asking': {
      const { currency } = found.deposit;
      return <RedirectDeposit {...form} currency={currency} continues={found.continuation} />;
    }
  }
}

function LoadingForm() {
  return (
    <Screen layout="form" isBusy>
      <Skeleton shape="row" />
      <Skeleton shape="tile" />
    </Screen>
  );
}

interface FailedFormProps {
  title: MessageKey;
  error: Error;
  retry: () => void;
}

function FailedForm({ title, error, retry }: FailedFormProps) {
  const text = useText();
  return (
    <Screen layout="centered" footer={<Button onClick={retry}>{text('error.retry')}</Button>}>
      <FailurePanel title={text(title)} error={error} />
    </Screen>
  );
}
