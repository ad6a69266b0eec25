import {
  addDecimals,
  blockchains,
  compareDecimals,
  convertMoney,
  type Decimal,
  feeOf,
  negateDecimal,
  type PaymentMethod,
} from '@kassa/contract';
import { Countdown } from '../../../features/countdown/countdown.tsx';
import { useMoney, useText } from '../../../i18n/text.ts';
import { Detail, Details } from '../../../ui/detail.tsx';
import styles from './conversion-summary.module.css';
import type { Conversion } from './use-conversion.ts';

interface ConversionSummaryProps {
  /** `0` where the input is empty. */
  amount: Decimal;
  method: PaymentMethod;
  conversion: Conversion;
}

/** The network, the rate, the fee, and what arrives. Without a rate that is zero (§8). */
export function ConversionSummary({ amount, method, conversion }: ConversionSummaryProps) {
  const text = useText();
  const money = useMoney();
  const rate = conversion.kind === 'ready' ? conversion.rate : '0';
  const fee = feeOf(method, amount, 'QSC');
  const rest = addDecimals(amount, negateDecimal(fee));
  const paid = compareDecimals(rest, '0') > 0 ? rest : '0';
  const show = (coins: Decimal, currency: string) => money(coins, currency, { trimZeros: true });
  if (method.coin === undefined) return null;
  const coin = method.coin.currency;
  const arrives = convertMoney({ amount: paid, currency: 'QSC' }, rate, coin).money.amount;
  return (
    <Details>
      <Detail name={text('crypto.network')}>
        <bdi>{method.network ?? blockchains[method.coin.blockchain].network}</bdi>
      </Detail>
      <Detail name={text('withdrawal.exchange.name')}>
        <Rate conversion={conversion} coin={coin} />
      </Detail>
      <Detail name={text('redemption.fee')}>{show(fee, 'QSC')}</Detail>
      <Detail name={text('form.summary.receive')}>
        <b>{conversion.kind === 'loading' ? '…' : `≈ ${show(arrives, coin)}`}</b>
      </Detail>
    </Details>
  );
}

function Rate({ conversion, coin }: Pick<ConversionSummaryProps, 'conversion'> & { coin: string }) {
  const text = useText();
  const money = useMoney();
  if (conversion.kind === 'loading') return '…';
  const rate = conversion.kind === 'ready' ? conversion.rate : '0';
  return (
    <span className={styles.rate}>
      {text('withdrawal.exchange.value', {
        from: money('1', 'QSC', { trimZeros: true }),
        to: money(rate, coin, { trimZeros: true }),
      })}
      {conversion.kind === 'ready' && (
        <small className={styles.renews}>
          {text('redemption.rate.renews')} <Countdown deadlineMs={conversion.renewsAtMs} />
        </small>
      )}
    </span>
  );
}
