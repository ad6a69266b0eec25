import {
  cardViewTypes,
  type DeclineReason,
  type PaymentMethod,
  type ReturnReason,
  type TransactionStatus,
} from '@kassa/contract';
import type { ReactNode } from 'react';
import { describeArrival } from '../../../features/arrival/describe-arrival.ts';
import { type Message, type MessageKey, useMoney, useText } from '../../../i18n/text.ts';
import type { GlyphName } from '../../../ui/glyph.tsx';
import { StatusPanel, StatusText } from '../../../ui/status-panel.tsx';
import sums from '../../../ui/sum.module.css';
import type { DescribedTakenBack } from '../describe-taken-back.ts';
import type { DepositUpdate } from './complete.machine.ts';

type Money = ReturnType<typeof useMoney>;
type Tone = Parameters<typeof StatusPanel>[0]['tone'];

/** The look and the texts of each status. */
const variants: Record<TransactionStatus, { tone: Tone; title: MessageKey; text: MessageKey }> = {
  waiting: { tone: 'busy', title: 'complete.waiting.title', text: 'complete.waiting.textHere' },
  accepted: { tone: 'warn', title: 'complete.accepted.title', text: 'complete.accepted.text' },
  processed: { tone: 'ok', title: 'complete.processed.title', text: 'complete.processed.text' },
  declined: { tone: 'danger', title: 'complete.declined.title', text: 'complete.declined.text' },
  canceled: { tone: 'quiet', title: 'complete.canceled.title', text: 'complete.canceled.text' },
  expired: { tone: 'quiet', title: 'complete.expired.title', text: 'complete.expired.text' },
};

/** Nothing failed where the player canceled, or let the time pass. */
const glyphs: Partial<Record<TransactionStatus, GlyphName>> = {
  canceled: 'info',
  expired: 'clock',
};

interface CompleteStatusProps {
  status: TransactionStatus;
  /** The sum of the deposit, as far as it is known. */
  update?: DepositUpdate | null;
  declineReason?: DeclineReason | undefined;
  returnReason?: ReturnReason | undefined;
  takenBack?: DescribedTakenBack | null | undefined;
  method?: PaymentMethod | undefined;
  /** The money has arrived, and isn't on the balance yet. */
  isReceived?: boolean | undefined;
  /** The player has to pay on the provider's page. */
  hasPage?: boolean;
  /** The payment can still be made on a page of the widget. */
  canPayHere?: boolean;
  /** The player closed the window of the provider's page. */
  isPopupClosed?: boolean;
  /** The player says that they have paid. */
  isClaimed?: boolean;
  /** The page is a chat with an agent. */
  isChat?: boolean;
  /** A coin package is paid for: coins come, and no money. */
  isPackage?: boolean;
  /** Stands in place of the text that the money is on the balance. */
  balance?: ReactNode;
}

/** The deposit's status and what happens next, announced at every change. */
export function CompleteStatus(props: CompleteStatusProps) {
  const text = useText();
  const money = useMoney();
  const { tone, glyph, title, next, isSum } = describe(props, money);
  const words = next.map(({ key, params }) => text(key, params));
  return (
    // The balance comes later than the title: only what is new is read out then.
    <div role="status" aria-atomic={!isSum}>
      <StatusPanel
        tone={tone}
        glyph={glyph}
        title={
          <span className={isSum ? sums.sum : undefined}>{text(title.key, title.params)}</span>
        }
      >
        {isSum && props.balance}
        {words.length > 0 && (
          <StatusText isChanging={isOpen(props.status)}>{words.join(' ')}</StatusText>
        )}
      </StatusPanel>
    </div>
  );
}

const isOpen = (status: TransactionStatus) => status === 'waiting' || status === 'accepted';

/** Whether the player closed the provider's page, and nothing is known or said of the payment. */
export function isLeft(props: CompleteStatusProps): boolean {
  const { status, isPopupClosed = false, hasPage = false, isClaimed = false } = props;
  return isPopupClosed && hasPage && !isClaimed && (status === 'waiting' || isUnconfirmed(props));
}

function titleOf(props: CompleteStatusProps, money: Money): Message {
  const { status, update = null, isPackage = false } = props;
  if (status !== 'processed' || update === null) return { key: variants[status].title };
  if (isPackage) return { key: 'package.received.title' };
  const { amount, currency, processingAmount = amount, processingCurrency = currency } = update;
  return {
    key: 'complete.processed.title',
    params: { amount: money(processingAmount, processingCurrency) },
  };
}

interface Described {
  tone: Tone;
  glyph?: GlyphName | undefined;
  title: Message;
  next: Message[];
  /** The title is the received sum. */
  isSum?: boolean;
}

function describe(props: CompleteStatusProps, money: Money): Described {
  const { status, returnReason, takenBack = null } = props;
  const { tone } = variants[status];
  if (takenBack !== null) return sayTakenBack(takenBack, money, furtherReturn(returnReason));
  if (returnReason !== undefined && status !== 'processed') {
    const title = { key: returnTitle(status) };
    return { tone, title, next: describeReturn(status, returnReason) };
  }
  if (isLeft(props)) {
    const next: Message[] = [{ key: 'complete.closed.text' }];
    return { tone: 'quiet', glyph: 'external', title: { key: 'complete.closed.title' }, next };
  }
  const title = isUnconfirmed(props)
    ? { key: 'complete.unconfirmed.title' as const }
    : titleOf(props, money);
  const isSum = title.key === 'complete.processed.title';
  return { tone, glyph: glyphs[status], title, next: describeNext(props), isSum };
}

/** Describes what was taken back. Only a refund is no cause for concern. */
function sayTakenBack(
  { cause, isWhole, amount, rest, currency }: DescribedTakenBack,
  money: Money,
  further: Message[],
): Described {
  const look =
    cause === 'refunded'
      ? ({ tone: 'quiet', glyph: 'info' } as const)
      : ({ tone: 'warn', glyph: 'warning' } as const);
  if (isWhole) {
    const own: Message = { key: `complete.takenBack.${cause}.text` };
    return {
      ...look,
      title: { key: `complete.takenBack.${cause}.title` },
      next: [own, ...further],
    };
  }
  const params = { amount: money(amount, currency), rest: money(rest, currency) };
  const key =
    cause === 'refunded'
      ? 'complete.takenBack.partly.textRefunded'
      : 'complete.takenBack.partly.text';
  const own: Message = { key, params };
  return { ...look, title: { key: `complete.takenBack.partly.${cause}` }, next: [own, ...further] };
}

/** What of the money was not credited, beside what was. */
function furtherReturn(returnReason: ReturnReason | undefined): Message[] {
  if (returnReason === undefined) return [];
  const isRest = returnReason === 'abovePrice';
  return [{ key: isRest ? 'complete.return.abovePrice' : 'complete.return.further' }];
}

const returnTitle = (status: TransactionStatus): MessageKey =>
  status === 'declined' ? 'complete.return.done' : 'complete.return.coming';

function describeReturn(status: TransactionStatus, reason: ReturnReason): Message[] {
  const why: Message = { key: `complete.return.${reason}` };
  return status === 'declined' ? [why] : [why, { key: 'complete.return.next' }];
}

/** A longer usual time is shown to the player. A shorter one has passed already. */
const shortMinutes = 1;

/** Whether nobody has reported money: the minute of §4 is over, or only the player says so. */
function isUnconfirmed({ status, isReceived = false }: CompleteStatusProps): boolean {
  return status === 'accepted' && !isReceived;
}

/** Three short sentences: nothing is known, what may be next, and that nobody need wait here. */
function describeUnconfirmed(props: CompleteStatusProps, arrival: Message | null): Message[] {
  const { isChat, isClaimed, hasPage, canPayHere } = props;
  const isPayable = !isClaimed && (hasPage || canPayHere);
  return [
    { key: `complete.unconfirmed.${isChat ? 'textChat' : 'text'}` },
    isPayable
      ? { key: 'complete.unconfirmed.stillOpen' }
      : (arrival ?? { key: 'complete.unconfirmed.later' }),
    { key: 'complete.unconfirmed.close' },
  ];
}

function describePage({ isChat, method }: CompleteStatusProps): MessageKey {
  if (isChat) return 'complete.waiting.textChat';
  const isBought = method?.cardViewType === cardViewTypes.onramp;
  return isBought ? 'complete.waiting.textOnramp' : 'complete.waiting.text';
}

function describeNext(props: CompleteStatusProps): Message[] {
  const { status, declineReason, returnReason, method, hasPage = false } = props;
  const usualMinutes = method?.usualMinutes;
  const arrival = describeArrival(usualMinutes, 'complete.arrives');
  const isReceived = props.isPackage === true && status === 'processed';
  const own: Message = { key: isReceived ? 'package.received.text' : variants[status].text };
  switch (status) {
    case 'waiting': {
      const waiting: Message = hasPage ? { key: describePage(props) } : own;
      return arrival === null ? [waiting] : [waiting, arrival];
    }
    case 'accepted': {
      const isSlow = usualMinutes !== undefined && usualMinutes > shortMinutes;
      const slow = isSlow ? arrival : null;
      if (isUnconfirmed(props)) return describeUnconfirmed(props, slow);
      return slow === null ? [own] : [own, slow];
    }
    case 'processed': {
      const further = furtherReturn(returnReason);
      return props.balance === undefined ? [own, ...further] : further;
    }
    case 'expired':
      return [method?.coin === undefined ? own : { key: 'complete.expired.textAddress' }];
    case 'declined':
      if (declineReason === undefined) return [own];
      return [{ key: `complete.reason.${declineReason}` }, { key: 'complete.declined.note' }];
    case 'canceled':
      return [props.update?.isUnpaid === true ? { key: 'complete.canceled.unpaid' } : own];
  }
}
