import {
  compareDecimals,
  type DepositSummary,
  decodeStatus,
  type PaymentMethod,
} from '@kassa/contract';
import type { TimeFormat } from '../../i18n/formats.ts';
import { useMoney, useText } from '../../i18n/text.ts';
import { useSession } from '../../session/session.ts';
import { isOnItsWay, shownAmount } from '../deposit/chain-payment.ts';
import { ClaimLine } from '../deposit/claim/claim-line.tsx';
import { describeMethod } from '../deposit/describe-method.ts';
import { describeTakenBack } from '../deposit/describe-taken-back.ts';
import { useShownAmount } from '../deposit/use-shown-amount.ts';
import { DepositChip } from './deposit-chip.tsx';
import styles from './row.module.css';
import { RowLink } from './row-link.tsx';

interface DepositRowProps {
  deposit: DepositSummary;
  /** Undefined where the method isn't offered any more. */
  method: PaymentMethod | undefined;
  /** Formats the time of the day. */
  timeFormat: TimeFormat;
}

/** A deposit that the player needn't finish, with a link to its details. */
export function DepositRow({ deposit, method, timeFormat }: DepositRowProps) {
  const text = useText();
  const money = useMoney();
  const describeAmount = useShownAmount();
  const { locale } = useSession();
  const { depositId, paymentMethod, createdAt, reference, chain } = deposit;
  const name = describeMethod(paymentMethod, method, locale.tag);
  const status = decodeStatus(deposit);
  const takenBack = describeTakenBack(deposit);
  // A coin that the player hasn't sent yet isn't on its way.
  const isComing = !deposit.canContinue && (status === 'waiting' || isOnItsWay(chain, status));
  // A pending deposit opens as accepted, except a crypto payment, whose confirmations show.
  const shownStatus = isComing && chain === undefined ? 'accepted' : undefined;
  return (
    <li className={styles.item}>
      <RowLink
        direction="deposit"
        target={{
          to: 'Complete deposit',
          search: { depositId, method: paymentMethod, status: shownStatus, to: 'Deposit history' },
        }}
        method={method}
        name={name}
        createdAt={new Date(createdAt)}
        reference={reference}
        timeFormat={timeFormat}
      >
        <b className={styles.amount}>
          {describeAmount({ ...deposit, charged: undefined }, method)}
        </b>
        <BoughtCoins deposit={deposit} />
        <Charged deposit={deposit} />
        <Credited deposit={deposit} method={method} />
        {takenBack !== null && !takenBack.isWhole && (
          <small className={styles.credited}>
            {text('history.takenBack', { amount: money(takenBack.amount, takenBack.currency) })}
          </small>
        )}
        <DepositChip
          status={isComing ? 'accepted' : status}
          takenBack={takenBack}
          isReturn={status !== 'processed' && deposit.returnReason !== undefined}
        />
      </RowLink>
      <ClaimLine deposit={deposit} />
    </li>
  );
}

/** The coins of the package that the deposit pays for. */
function BoughtCoins({ deposit: { coins } }: { deposit: DepositSummary }) {
  const money = useMoney();
  if (coins === undefined) return null;
  return (
    <small className={styles.credited}>
      <bdi>{money(coins.gcAmount, 'QGC')}</bdi> + <bdi>{money(coins.scAmount, 'QSC')}</bdi>
    </small>
  );
}

/** The sum that the player pays, where the method has a fee on top. */
function Charged({ deposit: { charged, currency } }: { deposit: DepositSummary }) {
  const text = useText();
  const money = useMoney();
  if (charged === undefined) return null;
  return (
    <small className={styles.credited}>
      {text('history.charged', { amount: money(charged, currency) })}
    </small>
  );
}

/** The credited amount, where it differs from the shown one. */
function Credited({ deposit, method }: Pick<DepositRowProps, 'deposit' | 'method'>) {
  const text = useText();
  const money = useMoney();
  const { currency, processingAmount, processingCurrency = currency } = deposit;
  if (processingAmount === undefined) return null;
  const shown = shownAmount({ ...deposit, charged: undefined }, method);
  const isSame =
    processingCurrency === shown?.currency && compareDecimals(processingAmount, shown.amount) === 0;
  if (isSame) return null;
  return (
    <small className={styles.credited}>
      {text('history.credited', { amount: money(processingAmount, processingCurrency) })}
    </small>
  );
}
