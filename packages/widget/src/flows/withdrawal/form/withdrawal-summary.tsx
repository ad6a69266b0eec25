import {
  addDecimals,
  compareDecimals,
  type Decimal,
  feeOf,
  negateDecimal,
  type PaymentMethod,
} from '@kassa/contract';
import { useMoney, useText } from '../../../i18n/text.ts';
import { Detail, Details } from '../../../ui/detail.tsx';

interface WithdrawalSummaryProps {
  method: PaymentMethod;
  currency: string;
  /** `0` where the input is empty. */
  amount: Decimal;
  /** Null while it is unknown. */
  balance: Decimal | null;
}

/** The balance, and what the fee takes off the amount. */
export function WithdrawalSummary({ method, currency, amount, balance }: WithdrawalSummaryProps) {
  const text = useText();
  const money = useMoney();
  const fee = feeOf(method, amount, currency);
  const rest = addDecimals(amount, negateDecimal(fee));
  const isCharged = compareDecimals(amount, '0') > 0 && compareDecimals(fee, '0') > 0;
  // What arrives in coins is told by the quote: the rate changes.
  const isConverted = method.coin !== undefined && method.coin.currency !== currency;
  if (balance === null && !isCharged) return null;
  return (
    <Details>
      {balance !== null && (
        <Detail name={text('withdrawal.balance')}>{money(balance, currency)}</Detail>
      )}
      {isCharged && (
        <>
          <Detail name={text('form.summary.fee')}>{money(fee, currency)}</Detail>
          {!isConverted && compareDecimals(rest, '0') > 0 && (
            <Detail name={text('form.summary.receive')}>
              <b>{money(rest, currency)}</b>
            </Detail>
          )}
        </>
      )}
    </Details>
  );
}
