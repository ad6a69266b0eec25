import {
  addDecimals,
  compareDecimals,
  type Decimal,
  type DepositState,
  negateDecimal,
  type TakenBack,
} from '@kassa/contract';

export const takenBackCauses = ['refunded', 'chargedBack', 'reversed'] as const;

/** What became of a credited deposit. */
export interface DescribedTakenBack {
  /** The only cause, or `reversed` for several. */
  cause: (typeof takenBackCauses)[number];
  /** Nothing of the deposit counts any more. */
  isWhole: boolean;
  /** The sum that was taken back, and what is left of the credited amount, in `currency`. */
  amount: Decimal;
  rest: Decimal;
  currency: string;
}

interface CreditedDeposit
  extends Pick<DepositState, 'status' | 'amount' | 'currency'>,
    Partial<Record<'processingAmount' | 'processingCurrency', string | undefined>> {
  takenBack?: TakenBack | undefined;
}

/** Describes what was taken back of a credited deposit; null where nothing was. */
export function describeTakenBack(deposit: CreditedDeposit): DescribedTakenBack | null {
  const { status, amount: requested, currency, takenBack } = deposit;
  if (status !== 'PAYED' || takenBack === undefined) return null;
  const { processingAmount = requested, processingCurrency = currency } = deposit;
  const causes = takenBackCauses.filter((cause) => takenBack[cause] !== undefined);
  const amount = causes.reduce((sum, cause) => addDecimals(sum, takenBack[cause] ?? '0'), '0');
  const rest = addDecimals(processingAmount, negateDecimal(amount));
  const [first = 'reversed', ...others] = causes;
  return {
    cause: others.length === 0 ? first : 'reversed',
    isWhole: compareDecimals(rest, '0') <= 0,
    amount,
    rest,
    currency: processingCurrency,
  };
}
