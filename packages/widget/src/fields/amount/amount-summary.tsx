import {
  chargedSum,
  compareDecimals,
  type Decimal,
  feeOf,
  formatPercent,
  formatSymbol,
  type PaymentMethod,
} from '@kassa/contract';
import type { ReactNode } from 'react';
import { useMoney, useText } from '../../i18n/text.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import card from '../../ui/card.module.css';
import styles from './amount-summary.module.css';

interface AmountSummaryProps {
  method: PaymentMethod;
  /** The currency that the player pays in. */
  currency: string;
  /** `0` where the input is empty. */
  amount: Decimal;
  /** The account's currency where it differs: the received amount is converted. */
  accountCurrency?: string | undefined;
  /** An addition to the amount, such as a bonus: `+ bonus Tk 2,500`. */
  bonusText?: ReactNode;
  /** A bonus may appear after a press or with a larger amount: its room is reserved. */
  mayBringBonus?: boolean;
}

/**
 * Shows what the player pays, with the provider's fee, and what they receive; nothing where both
 * are always the same amount in one currency. Before there is an amount the sums are zero and the
 * fee is its rule, so that nothing below moves with the first digit.
 */
export function AmountSummary(props: AmountSummaryProps) {
  const { method, currency, amount, accountCurrency = currency, bonusText } = props;
  const text = useText();
  const money = useMoney();
  const hasBonus = bonusText !== undefined && bonusText !== null && bonusText !== false;
  const isCharged = hasFee(method, currency);
  const isEmpty = compareDecimals(amount, '0') <= 0;
  const isPlain = !isCharged && !hasBonus && accountCurrency === currency;
  if (isPlain && props.mayBringBonus !== true) return null;
  const fee = feeOf(method, amount, currency);
  return (
    <dl className={`${card.card} ${styles.summary}`}>
      <div className={styles.row}>
        <dt>{text('form.summary.pay')}</dt>
        <dd className={styles.money}>
          {money(isEmpty ? '0' : chargedSum(method, amount, currency), currency)}
        </dd>
      </div>
      {isCharged && (
        <div className={styles.row}>
          <dt>{text('form.summary.fee')}</dt>
          <dd className={styles.money}>
            {isEmpty ? <FeeRule {...props} /> : money(fee, currency)}
          </dd>
        </div>
      )}
      <div className={styles.row}>
        <dt>{text('form.summary.receive')}</dt>
        <dd className={styles.receive}>
          <Received {...props} />
          {hasBonus && <bdi className={styles.bonus}> {bonusText}</bdi>}
        </dd>
      </div>
    </dl>
  );
}

/** The rule of a method's fee: "1.5% + ৳10". */
function FeeRule({ method: { fee }, currency }: AmountSummaryProps) {
  const money = useMoney();
  const locale = useLocale();
  const { percent = '0', fixed } = fee ?? {};
  const sum = feeOf({ fee: { percent: '0', fixed } }, '0', currency);
  const parts = [
    compareDecimals(percent, '0') > 0 && formatPercent(Number(percent), locale),
    compareDecimals(sum, '0') > 0 && money(sum, currency),
  ];
  return <bdi>{parts.filter(Boolean).join(' + ')}</bdi>;
}

/** Returns whether any amount has a fee. Fees are rounded up, so the smallest amount tells. */
function hasFee(method: AmountSummaryProps['method'], currency: string): boolean {
  return compareDecimals(feeOf(method, '1', currency), '0') > 0;
}

/** The received amount. The exchange rate is that of the money's arrival, which isn't known yet. */
function Received({ amount, currency, accountCurrency = currency }: AmountSummaryProps) {
  const text = useText();
  const money = useMoney();
  const locale = useLocale();
  const shown = money(amount, currency);
  if (accountCurrency === currency) return shown;
  return text('form.summary.converted', {
    amount: shown,
    currency: formatSymbol(accountCurrency, locale),
  });
}
