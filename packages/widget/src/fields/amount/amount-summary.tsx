import {
  addDecimals,
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
  /** What is paid in. */
  currency: string;
  /** `0` where none stands in the box. */
  amount: Decimal;
  /** The account's, where it is another: what is received is converted. */
  accountCurrency?: string | undefined;
  /** What is added to the amount, such as a bonus: `+ bonus Tk 2,500`. */
  bonusText?: ReactNode;
  /** A press or a larger amount would bring one: its room is there from the start. */
  mayBringBonus?: boolean;
}

/**
 * What the player pays, with the provider's fee, and what they receive; nothing where these are the
 * same in one currency whatever the amount. Before there is one its lines stand empty: nothing below
 * moves as the player types.
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
        <dd>{isEmpty ? nothing : money(addDecimals(amount, fee), currency)}</dd>
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

/** Whether any amount costs more than itself: fees are rounded up, so the least one does. */
function hasFee(method: AmountSummaryProps['method'], currency: string): boolean {
  return compareDecimals(feeOf(method, '1', currency), '0') > 0;
}

/** The rate is the one of the moment when the money arrives, which nobody knows yet. */
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
