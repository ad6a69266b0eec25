import { addDecimals, negateDecimal, type PaymentMethod, type Withdrawal } from '@kassa/contract';
import { useMoney, useText } from '../../../i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { StatusPanel, StatusText } from '../../../ui/status-panel.tsx';
import { usePayoutMoney } from '../parts/use-payout-money.ts';
import { isUnderWay } from '../use-withdrawal-list.ts';
import { useDestination } from './use-destination.ts';
import { WithdrawalProgress } from './withdrawal-progress.tsx';

interface WithdrawalOutcomeProps {
  /** Undefined until it is loaded: it counts as accepted (§4). */
  withdrawal: Withdrawal | undefined;
  /** Undefined where it isn't offered any more. */
  method: PaymentMethod | undefined;
}

/** Where a withdrawal is, or how it has ended. */
export function WithdrawalOutcome({ withdrawal, method }: WithdrawalOutcomeProps) {
  if (withdrawal === undefined || isUnderWay(withdrawal)) {
    return <WithdrawalProgress withdrawal={withdrawal} method={method} />;
  }
  return (
    <div role="status">
      <Ended withdrawal={withdrawal} method={method} />
    </div>
  );
}

function Ended({ withdrawal, method }: WithdrawalOutcomeProps & { withdrawal: Withdrawal }) {
  const text = useText();
  const money = useMoney();
  const { status, amount, currency, endReason, paidAmount } = withdrawal;
  const back = text('complete.withdrawal.back', { amount: money(amount, currency) });
  if (status === 'PAID' && paidAmount !== null) {
    return <PaidInPart withdrawal={withdrawal} paidAmount={paidAmount} method={method} />;
  }
  if (status === 'PAID') {
    return (
      <StatusPanel tone="ok" title={text('withdrawal.status.paid')}>
        <Sent withdrawal={withdrawal} method={method} />
      </StatusPanel>
    );
  }
  if (status === 'CANCELED') {
    return (
      <StatusPanel tone="quiet" glyph="close" title={text('complete.withdrawal.canceled.title')}>
        <StatusText>{back}</StatusText>
      </StatusPanel>
    );
  }
  const reason = endReason ?? 'provider';
  return (
    <StatusPanel tone="danger" title={text(`complete.withdrawal.${reason}.title`)}>
      <StatusText>{text(`complete.withdrawal.${reason}.text`)}</StatusText>
      <Notice glyph="check">{back}</Notice>
    </StatusPanel>
  );
}

interface PaidInPartProps extends WithdrawalOutcomeProps {
  withdrawal: Withdrawal;
  paidAmount: string;
}

/** The provider paid a part; the rest is back on the balance. */
function PaidInPart({ withdrawal, paidAmount, method }: PaidInPartProps) {
  const text = useText();
  const money = useMoney();
  const { amount, currency } = withdrawal;
  const rest = addDecimals(amount, negateDecimal(paidAmount));
  return (
    <StatusPanel tone="warn" glyph="check" title={text('withdrawal.status.partly')}>
      <StatusText>
        {text('complete.withdrawal.partly.text', {
          paid: money(paidAmount, currency),
          amount: money(amount, currency),
          destination: useDestination({ withdrawal, method }),
        })}
      </StatusText>
      <Notice glyph="check">
        {text('complete.withdrawal.back', { amount: money(rest, currency) })}
      </Notice>
    </StatusPanel>
  );
}

function Sent({ withdrawal, method }: WithdrawalOutcomeProps & { withdrawal: Withdrawal }) {
  const text = useText();
  const payoutMoney = usePayoutMoney();
  const destination = useDestination({ withdrawal, method });
  const amount = payoutMoney(withdrawal);
  return <StatusText>{text('complete.withdrawal.paid.text', { amount, destination })}</StatusText>;
}
