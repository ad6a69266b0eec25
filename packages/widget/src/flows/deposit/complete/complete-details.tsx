import { type Coins, compareDecimals, type PaymentMethod } from '@kassa/contract';
import { CopyButton } from '../../../features/copy/copy-button.tsx';
import { shortenHash } from '../../../features/explorer/shorten-hash.ts';
import { formatsOf } from '../../../i18n/formats.ts';
import { useMoney, useText } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session.ts';
import { Detail, DetailReference, Details } from '../../../ui/detail.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { isOpenAmount } from '../chain-payment.ts';
import { describeMethod } from '../describe-method.ts';
import { takenBackCauses } from '../describe-taken-back.ts';
import type { DepositUpdate } from './complete.machine.ts';

interface CompleteDetailsProps {
  update: DepositUpdate;
  /** The method's name in requests. */
  paymentMethod: string;
  /** Undefined where the method isn't offered any more. */
  method: PaymentMethod | undefined;
  /** ISO 8601. */
  createdAt: string | undefined;
  /** Whether the time of creation is still being loaded. */
  isLooking: boolean;
  /** The coins of the package that the deposit pays for. */
  coins: Coins | undefined;
}

/** The deposit's details: amount, method, time, and the reference for support. */
export function CompleteDetails(props: CompleteDetailsProps) {
  const { update, paymentMethod, method, createdAt, isLooking, coins } = props;
  const text = useText();
  const { locale } = useSession();
  const { reference, chain, transactions = [] } = update;
  const isOpen = isOpenAmount(update, method);
  const name = describeMethod(paymentMethod, method, locale.tag);
  return (
    <Details>
      {isOpen ? (
        <CoinAmounts update={update} />
      ) : (
        <Detail name={text('complete.amount')}>
          <AmountShown update={update} />
        </Detail>
      )}
      <ChargedDetails update={update} />
      <TakenBackDetails update={update} />
      {coins !== undefined && update.status === 'PAYED' && <ReceivedCoins coins={coins} />}
      {name !== '' && (
        <Detail name={text('complete.method')}>
          <Icon id={method?.iconIds[0]} name={method?.text.en ?? name} size="small" />
          <bdi>{name}</bdi>
        </Detail>
      )}
      {chain !== undefined && transactions.length < 2 && (
        <Detail name={text('complete.chain.transaction')}>
          <bdi dir="ltr">{shortenHash(chain.txid)}</bdi>
          <CopyButton value={chain.txid} label={text('complete.chain.copy')} />
        </Detail>
      )}
      {/* A push tells the status before it. */}
      {(reference !== undefined || update.status === 'PENDING') && (
        <Detail name={text('reference.label')}>
          {reference === undefined ? (
            <Skeleton shape="line" />
          ) : (
            <>
              <DetailReference>{reference}</DetailReference>
              <CopyButton value={reference} label={text('reference.copy')} />
            </>
          )}
        </Detail>
      )}
      {/* Loaded later than the rest: in the last place it moves nothing. */}
      {(createdAt !== undefined || isLooking) && (
        <Detail name={text('complete.time')}>
          {createdAt === undefined ? (
            <Skeleton shape="line" />
          ) : (
            <time dateTime={createdAt}>{formatTime(createdAt, locale.format)}</time>
          )}
        </Detail>
      )}
    </Details>
  );
}

interface CompleteNoticesProps {
  update: DepositUpdate;
  /** Undefined where the method isn't offered any more. */
  method: PaymentMethod | undefined;
}

/** What is unusual about the credited amount. */
export function CompleteNotices({ update, method }: CompleteNoticesProps) {
  return (
    <>
      {!isOpenAmount(update, method) && <Amounts update={update} />}
      <SettledDebt update={update} />
    </>
  );
}

/** The coins of a paid package. */
function ReceivedCoins({ coins }: { coins: Coins }) {
  const text = useText();
  const money = useMoney();
  return (
    <>
      <Detail name={text('package.gold')}>
        <b>{money(coins.gcAmount, 'QGC')}</b>
      </Detail>
      <Detail name={text('package.sweep')}>
        <b>{money(coins.scAmount, 'QSC')}</b>
      </Detail>
    </>
  );
}

/** The credited amount, or the requested one before anything is credited. */
function AmountShown({ update }: { update: DepositUpdate }) {
  const money = useMoney();
  const { amount, currency, processingAmount = amount, processingCurrency = currency } = update;
  return <b>{money(processingAmount, processingCurrency)}</b>;
}

/**
 * What was sent, what it is worth and what was credited, as far as each is known. The value is of the
 * moment when the payment was first seen.
 */
function CoinAmounts({ update }: { update: DepositUpdate }) {
  const text = useText();
  const money = useMoney();
  const { chain, transactions = [], processingAmount, currency } = update;
  const { processingCurrency = currency } = update;
  const { cryptoAmount, cryptoCurrency, finalAmount, finalCurrency } = chain ?? {};
  const isCredited = processingAmount !== undefined;
  // The list has what each of several payments brings.
  const isAlone = transactions.length < 2;
  return (
    <>
      {isCredited && (
        <Detail name={text('complete.amount')}>
          <b>{money(processingAmount, processingCurrency)}</b>
        </Detail>
      )}
      {isAlone && cryptoAmount !== undefined && cryptoCurrency !== undefined && (
        <Detail name={text('complete.chain.sent')}>
          <bdi>{money(cryptoAmount, cryptoCurrency, { trimZeros: true })}</bdi>
        </Detail>
      )}
      {isAlone && !isCredited && finalAmount !== undefined && finalCurrency !== undefined && (
        <Detail name={text('complete.chain.value')}>
          <b>{money(finalAmount, finalCurrency)}</b>
        </Detail>
      )}
    </>
  );
}

/** The sum that the player pays, where the method has a fee on top. */
function ChargedDetails({ update: { payerFee, charged, currency } }: { update: DepositUpdate }) {
  const text = useText();
  const money = useMoney();
  if (payerFee === undefined || charged === undefined) return null;
  return (
    <>
      <Detail name={text('form.summary.fee')}>
        <bdi>{money(payerFee, currency)}</bdi>
      </Detail>
      <Detail name={text('receipt.charged')}>
        <bdi>{money(charged, currency)}</bdi>
      </Detail>
    </>
  );
}

/** Tells where another amount arrived, or was credited, than the requested one. */
function Amounts({ update }: { update: DepositUpdate }) {
  const text = useText();
  const money = useMoney();
  const { amount, currency, processingAmount = amount, processingCurrency = currency } = update;
  const processed = money(processingAmount, processingCurrency);
  if (processingCurrency !== currency) {
    return <Notice>{text('complete.otherCurrency', { processed })}</Notice>;
  }
  if (compareDecimals(processingAmount, amount) === 0) return null;
  return (
    <Notice tone="warn">
      {text('complete.otherAmount', { processed, requested: money(amount, currency) })}
    </Notice>
  );
}

/** Tells which part of the credited amount is not on the balance: it settled a debt. */
function SettledDebt({ update }: { update: DepositUpdate }) {
  const text = useText();
  const money = useMoney();
  const { currency, processingCurrency = currency, settledDebt } = update;
  if (settledDebt === undefined) return null;
  return (
    <Notice>
      {text('complete.settledDebt', { amount: money(settledDebt, processingCurrency) })}
    </Notice>
  );
}

/** The amounts that were taken back, by cause. */
function TakenBackDetails({ update }: { update: DepositUpdate }) {
  const text = useText();
  const money = useMoney();
  const { currency, processingCurrency = currency, takenBack = {} } = update;
  return takenBackCauses.map((cause) => {
    const amount = takenBack[cause];
    if (amount === undefined) return null;
    return (
      <Detail key={cause} name={text(`history.status.${cause}`)}>
        {money(amount, processingCurrency)}
      </Detail>
    );
  });
}

function formatTime(createdAt: string, locale: string): string {
  const { DateTimeFormat } = formatsOf(locale);
  const format = new DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return format.format(new Date(createdAt));
}
