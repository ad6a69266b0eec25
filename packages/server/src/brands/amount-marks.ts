import * as z from 'zod/mini';
import type { MoneyFormat } from '../ground/read-money.ts';

/** The settings of the marks in the amounts of a CSV file. */
export const amountMarks = {
  /** `12,50` instead of `12.50`. */
  hasDecimalComma: z._default(z.boolean(), false),
  /**
   * The mark between thousands; `none`: there is none. Left out, a mark that can't be decimal groups,
   * as in `1,000.00`. Beside a decimal point `1.000` then has two readings and is refused.
   */
  groupMark: z.optional(z.enum([',', '.', ' ', "'", 'none'])),
};

interface AmountMarks {
  hasDecimalComma: boolean;
  groupMark?: Exclude<MoneyFormat['groupMark'], 'unstated'> | undefined;
}

/** A check of a format with {@link amountMarks}: one mark can't mean both. */
export const twoMarks = z.refine<AmountMarks>(
  ({ hasDecimalComma, groupMark }) => groupMark !== (hasDecimalComma ? ',' : '.'),
  { path: ['groupMark'], error: 'must differ from the decimal mark, which hasDecimalComma sets' },
);

/** Returns how the files of a format write amounts. */
export function toMoneyFormat({ hasDecimalComma, groupMark }: AmountMarks): MoneyFormat {
  return {
    decimalMark: hasDecimalComma ? ',' : '.',
    groupMark: groupMark ?? 'unstated',
    isSigned: true,
  };
}
