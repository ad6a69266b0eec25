import type { Withdrawal } from '@kassa/contract';
import { useMoney } from '../../../i18n/text.ts';

/** Provides the words for what arrives: coins without needless zeros. */
export function usePayoutMoney() {
  const money = useMoney();
  return ({ arrives, currency }: Pick<Withdrawal, 'arrives' | 'currency'>): string =>
    money(arrives.amount, arrives.currency, { trimZeros: arrives.currency !== currency });
}
