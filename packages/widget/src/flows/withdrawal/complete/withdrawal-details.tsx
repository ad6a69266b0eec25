import { compareDecimals, type PaymentMethod, type Withdrawal } from '@kassa/contract';
import { CopyButton } from '../../../features/copy/copy-button.tsx';
import { shortenHash } from '../../../features/explorer/shorten-hash.ts';
import { useMoney, useText } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session.ts';
import { useTimeFormat } from '../../../session/use-time-format.ts';
import { Detail, DetailReference, Details } from '../../../ui/detail.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { describeMethod } from '../../deposit/describe-method.ts';
import { usePayoutMoney } from '../parts/use-payout-money.ts';

interface WithdrawalDetailsProps {
  withdrawal: Withdrawal;
  /** Undefined where it isn't offered any more. */
  method: PaymentMethod | undefined;
}

/** The withdrawal's details: the amounts, where it goes, and the reference for support. */
export function WithdrawalDetails({ withdrawal, method }: WithdrawalDetailsProps) {
  const text = useText();
  const money = useMoney();
  const payoutMoney = usePayoutMoney();
  const { locale } = useSession();
  const formatTime = useTimeFormat();
  const { amount, currency, fee, arrives, destination, transaction } = withdrawal;
  const { reference, createdAt, status } = withdrawal;
  const isPaidOut = status === 'PAID' || status === 'PENDING' || status === 'SENDING';
  const isCharged = isPaidOut && compareDecimals(fee, '0') > 0;
  const isSame = arrives.currency === currency && compareDecimals(arrives.amount, amount) === 0;
  const name = describeMethod(withdrawal.paymentMethod, method, locale.tag);
  return (
    <Details>
      <Detail name={text('complete.amount')}>
        <b>{money(amount, currency)}</b>
      </Detail>
      {isCharged && <Detail name={text('form.summary.fee')}>{money(fee, currency)}</Detail>}
      {isPaidOut && !isSame && (
        <Detail name={text('form.summary.receive')}>
          <b>{payoutMoney(withdrawal)}</b>
        </Detail>
      )}
      {name !== '' && (
        <Detail name={text('complete.method')}>
          <Icon id={method?.iconIds[0]} name={method?.text.en ?? name} size="small" />
          <bdi>{name}</bdi>
        </Detail>
      )}
      {destination !== null && (
        <Detail name={text('withdrawal.destination')}>
          <bdi>{destination}</bdi>
        </Detail>
      )}
      {transaction !== null && (
        <Detail name={text('complete.chain.transaction')}>
          <bdi dir="ltr">{shortenHash(transaction.txid)}</bdi>
          <CopyButton value={transaction.txid} label={text('complete.chain.copy')} />
        </Detail>
      )}
      <Detail name={text('reference.label')}>
        <DetailReference>{reference}</DetailReference>
        <CopyButton value={reference} label={text('reference.copy')} />
      </Detail>
      <Detail name={text('complete.time')}>
        <time dateTime={new Date(createdAt).toISOString()}>{formatTime(createdAt)}</time>
      </Detail>
    </Details>
  );
}
