import {
  chargedSum,
  compareDecimals,
  type Decimal,
  feeOf,
  formatSymbol,
  type PaymentMethod,
} from '@kassa/contract';
import type { ReactNode } from 'react';
import { useLocale } from 'use-intl/react';
import { useMoney, useText } from '../../i18n/text.ts';
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
 * are always the same amount in one currency. The lines are there, empty, before there is an
 * amount, so that nothing below moves while the player types.
 */
export function AmountSummary(props: AmountSummaryProps) {
  const { method, currency, amount, accountCurrency = currency, bonusText } = props;
  const text = useText();
  const money = useMoney();
  const hasBonus = bonusText !== undefined && bonusText !== null && bonusText !== false;
  const isPlain = !hasFee(method, currency) && !hasBonus && accountCurrency === currency;
  if (isPlain && props.mayBringBonus !== true) return null;
  const isEmpty = compareDecimals(amount, '0') <= 0;
  const fee = feeOf(method, amount, currency);
  return (
    <dl className={`${card.card} ${styles.summary}`}>
      <div className={styles.row}>
        <dt>{text('form.summary.pay')}</dt>
        <dd>{isEmpty ? nothing : money(chargedSum(method, amount, currency), currency)}</dd>
      </div>
      <div className={styles.row}>
        <dt>{text('form.summary.fee')}</dt>
        <dd>{isEmpty ? nothing : money(fee, currency)}</dd>
      </div>
      <div className={styles.row}>
        <dt>{text('form.summary.receive')}</dt>
        <dd className={styles.receive}>
          {isEmpty ? nothing : <Received {...props} />}
          {hasBonus && !isEmpty && <bdi className={styles.bonus}> {bonusText}</bdi>}
        </dd>
      </div>
    </dl>
  );
}

const nothing = '—';

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
