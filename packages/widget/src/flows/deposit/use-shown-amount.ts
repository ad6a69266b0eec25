import type { DepositSummary, PaymentMethod } from '@kassa/contract';
import { useMoney } from '../../i18n/text.ts';
import { isOpenAmount, shownAmount } from './chain-payment.ts';

/** Provides the words for the amount of a deposit; the code of the coin alone where it is unknown. */
export function useShownAmount() {
  const money = useMoney();
  return (deposit: DepositSummary, method: Pick<PaymentMethod, 'coin'> | undefined): string => {
    const shown = shownAmount(deposit, method);
    if (shown === null) return deposit.chain?.cryptoCurrency ?? deposit.currency;
    return money(shown.amount, shown.currency, { trimZeros: isOpenAmount(deposit, method) });
  };
}
