import type { PaymentMethod } from '@kassa/contract';
import { useChosenBox } from '../../../features/coin-package/use-chosen-box.ts';
import { FailedScreen } from '../../../features/failure/failed-screen.tsx';
import { Navigate } from '../../../routing/link.tsx';
import { useSearch } from '../../../routing/use-router.ts';
import { Screen } from '../../../ui/screen.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Prepared } from '../prepare/prepared.tsx';
import { type Closure, useChosenMethod } from '../use-chosen-method.ts';
import { useContinuation } from '../use-continuation.ts';
import { DepositForm } from './deposit-form.tsx';
import type { FormKind, Purchase } from './form-kind.ts';
import { useStartAmount } from './use-start-amount.ts';

interface ChosenForm {
  kind: FormKind;
  method: PaymentMethod;
  currency: string;
  country: string;
  closure: Closure | null;
  purchase: Purchase | undefined;
}

interface DepositFormScreenProps {
  kind: FormKind;
  /** What the player has chosen besides the fields, where the kind lets them. */
  purchase?: Purchase | undefined;
}

/** The form of the chosen method, or of an existing deposit that is continued. */
export function DepositFormScreen({ kind, purchase }: DepositFormScreenProps) {
  const chosen = useChosenMethod();
  const { depositId } = useSearch();
  const box = useChosenBox();
  switch (chosen.kind) {
    case 'loading':
      return <LoadingForm />;
    case 'failed':
      return <FailedScreen {...chosen} title="deposit.list.failed" />;
    case 'missing':
      return <Navigate to="Deposit list" />;
    case 'ready': {
      const { method, currency, country, closure } = chosen;
      const paid = box?.priceCurrencyCode ?? purchase?.currency ?? currency;
      const form = { kind, method, currency: paid, country, closure, purchase };
      if (depositId === undefined) {
        return (
          <Prepared key={method.name} method={method}>
            {(prepared) => <NewDeposit {...form} method={prepared} />}
          </Prepared>
        );
      }
      return <ContinuedDeposit key={depositId} {...form} depositId={depositId} />;
    }
  }
}

function NewDeposit(form: ChosenForm) {
  const { isLoading, ...amounts } = useStartAmount(form);
  return isLoading ? <LoadingForm /> : <DepositForm {...form} {...amounts} />;
}

/** Loads an existing deposit, which goes on with the fields that its provider asks for. */
function ContinuedDeposit({ depositId, ...form }: ChosenForm & { depositId: string }) {
  const { method } = form;
  const found = useContinuation(depositId, method);
  switch (found.kind) {
    case 'loading':
      return <LoadingForm />;
    case 'failed':
      return <FailedScreen {...found} title="complete.failed" />;
    case 'over':
      return <Navigate to={found.to} search={{ depositId, method: method.name }} />;
    case 'asking': {
      const { currency } = found.deposit;
      return <DepositForm {...form} currency={currency} continues={found.continuation} />;
    }
  }
}

/** The form while its method or deposit is being loaded. */
export function LoadingForm() {
  return (
    <Screen layout="form" isSkeleton>
      <Skeleton shape="row" />
      <Skeleton shape="tile" />
    </Screen>
  );
}
