import {
  type CryptoAddress,
  compareDecimals,
  type Decimal,
  divideDecimals,
  floorToDecimals,
} from '@kassa/contract';
import { useId, useState } from 'react';
import { useAmountText } from '../../../fields/amount/use-amount-text.ts';
import { useMoney, useText } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session.ts';
import { TextBox } from '../../../ui/text-box.tsx';
import styles from './address.module.css';
import { useCoinValue } from './use-coin-value.ts';

/**
 * How much of the coin an amount of the account's currency is, about; nothing until a rate is known. It comes late,
 * and so has its place at the end of a page.
 */
export function AmountConverter({ address }: { address: CryptoAddress }) {
  const text = useText();
  const money = useMoney();
  const id = useId();
  const [amount, setAmount] = useState('');
  const { locale } = useSession();
  const { rate = null, currency = '' } = useCoinValue(address) ?? {};
  const { cryptoName: coin, minDepositValue: min } = address;
  const rules = { currency, locale: locale.format, max: '0' };
  const {
    value: shown,
    refusal: _,
    ...handlers
  } = useAmountText({
    text: amount,
    onChange: setAmount,
    rules,
  });
  if (rate === null) return null;
  const sum = toCoins(amount, rate);
  const inCoin = (coins: Decimal) => money(coins, coin, { trimZeros: true });
  return (
    <section className={styles.converter}>
      <label className={styles.label} htmlFor={id}>
        {text('crypto.convert.label', { coin })}
      </label>
      <div className={styles.conversion}>
        <TextBox
          id={id}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          placeholder="0"
          lead={currency}
          value={shown}
          aria-describedby={`${id}-note`}
          {...handlers}
        />
        <output htmlFor={id} className={styles.coins}>
          {sum !== null && text('crypto.about', { amount: inCoin(sum) })}
        </output>
      </div>
      <small id={`${id}-note`} className={styles.watching}>
        {sum !== null && compareDecimals(sum, min) < 0
          ? text('crypto.convert.tooLow', { amount: inCoin(min) })
          : text('crypto.convert.note')}
      </small>
    </section>
  );
}

/**
 * Converts an amount at the rate of one coin, to decimals that are worth about a hundredth of the account's
 * unit; null where nothing is typed.
 */
function toCoins(amount: string, rate: Decimal): Decimal | null {
  const typed = amount.replace(/\.$/, '');
  if (typed === '' || compareDecimals(typed, '0') === 0 || compareDecimals(rate, '0') === 0) {
    return null;
  }
  const [whole = ''] = rate.split('.');
  return floorToDecimals(divideDecimals(typed, rate), Math.min(whole.length + 1, 8));
}
