import { compareDecimals } from '@kassa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Failure, toFailure } from '../../../features/failure/failure.ts';
import { notify } from '../../../features/notification/notification-store.ts';
import { type Message, type MessageKey, useMoney, useText } from '../../../i18n/text.ts';
import { useRouter } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import { useSessionStore } from '../../../session/session-store.ts';
import { outcomeOf } from '../../../transport/outcome-of.ts';
import {
  isSameOrder,
  keepCreation,
  keepOrder,
  keptCreationOf,
  keptOrderOf,
  type OrderedWithdrawal,
  type SentCreation,
} from '../kept-withdrawal.ts';
import { wordsFor } from '../parts/words-for.ts';
import { useWithdrawalAnalytics } from '../use-withdrawal-analytics.ts';
import { cacheWithdrawal, renewAfterWithdrawal } from '../withdrawals.queries.ts';

/** The progress of a confirmation. */
export type ConfirmationState =
  /** The player may press. `news`: what has changed since they looked. */
  | { kind: 'idle'; failure: Failure | null; news: News | null }
  /** The new quote is on its way. */
  | { kind: 'quoting' }
  /** The new quote is there. A press that was meant for the one before must not count. */
  | { kind: 'settling'; news: News | null }
  /** The code is on its way. */
  | { kind: 'sendingCode' }
  | { kind: 'creating' }
  /** The page of the withdrawal follows. */
  | { kind: 'created' };

/** What has changed. */
export interface News extends Message {
  tone: 'warn' | 'info';
}

/** The time in which no press counts, after what arrives has changed by itself. */
const settleMs = 1000;

/** The widget's own code of a failure: the code could not be sent. */
export const codeNotSent = 'code.notSent';
/** The same: another code can be sent from the time in the parameter `nextAt` on. */
export const codeLimited = 'code.limited';

const idle = { kind: 'idle', failure: null, news: null } as const;

/** Carries an order through to its withdrawal. A creation of unknown outcome keeps its key. */
export function useConfirmation(first: OrderedWithdrawal) {
  const session = useSession();
  const queryClient = useQueryClient();
  const router = useRouter();
  const text = useText();
  const money = useMoney();
  const { send } = useWithdrawalAnalytics();
  const [ordered, setOrdered] = useState(first);
  const [state, setState] = useState<ConfirmationState>(idle);
  // A second click comes before the first one is rendered.
  const isRunning = useRef(false);
  const { order } = ordered;
  const { transport } = session;

  function change(changes: Partial<OrderedWithdrawal>): void {
    const changed = { ...ordered, ...changes };
    setOrdered(changed);
    if (isKept()) keepOrder(session, changed);
  }

  /** Another order, or another player's, may have begun meanwhile. */
  function isKept(): boolean {
    const kept = keptOrderOf(session);
    return kept !== null && isSameOrder(kept.order, order);
  }

  async function run(
    kind: 'creating' | 'quoting' | 'sendingCode',
    act: () => Promise<ConfirmationState>,
  ) {
    if (isRunning.current) return;
    isRunning.current = true;
    setState({ kind });
    const next = await act();
    isRunning.current = next.kind === 'created';
    setState(next);
  }

  /** @param reason - what has changed, where it isn't what arrives or is lost */
  async function askQuote(reason?: MessageKey): Promise<ConfirmationState> {
    setState({ kind: 'quoting' });
    try {
      const quote = keepWhole(await transport.call('withdrawal-quote', order));
      change({ quote });
      const losesMore = !losesOnly(quote, idsOf(ordered.quote));
      const key = losesMore ? 'withdrawal.forfeit.more' : (reason ?? 'common.errors.quote.changed');
      return { ...idle, news: { key, tone: 'warn' } };
    } catch (error) {
      return { ...idle, failure: toFailure(error) };
    }
  }

  /** The rate ran out: another one takes its place, and the player reads what it changes. */
  async function renewQuote(): Promise<ConfirmationState> {
    try {
      const quote = keepWhole(await transport.call('withdrawal-quote', order));
      const news = compareQuotes(ordered.quote, quote);
      change({ quote });
      if (news === null) return idle;
      setState({ kind: 'settling', news });
      await new Promise((resolve) => setTimeout(resolve, settleMs));
      return { ...idle, news };
    } catch (error) {
      return { ...idle, failure: toFailure(error) };
    }
  }

  /** A destination that was shown whole stays so: the order is the same. */
  function keepWhole(quote: Quote): Quote {
    const { destinationDetails } = ordered.quote;
    return destinationDetails?.isPartial === false ? { ...quote, destinationDetails } : quote;
  }

  /** Shows saved details whole, by the order's code. Everything else stays as the player read it. */
  async function showWhole(code: string): Promise<ConfirmationState> {
    try {
      const { destinationDetails } = await transport.call('withdrawal-quote', { ...order, code });
      change({ quote: { ...ordered.quote, destinationDetails } });
      return idle;
    } catch (error) {
      const failure = toFailure(error);
      if (failure.code === 'code.expired') change({ sentCode: null });
      return { ...idle, failure };
    }
  }

  /** Returns the news of a quote that took another one's place; null where nothing else arrives. */
  function compareQuotes(before: Quote, now: Quote): News | null {
    if (!losesOnly(now, idsOf(before))) return { key: 'withdrawal.forfeit.more', tone: 'warn' };
    const { currency } = now.arrives;
    const order = compareDecimals(now.arrives.amount, before.arrives.amount);
    if (order === 0 && currency === before.arrives.currency) return null;
    const show = ({ arrives }: Quote) =>
      money(arrives.amount, arrives.currency, { trimZeros: true });
    const params = { amount: show(now), before: show(before) };
    return order < 0
      ? { key: 'withdrawal.rate.less', params, tone: 'warn' }
      : { key: 'withdrawal.rate.more', params, tone: 'info' };
  }

  async function sendCode(): Promise<ConfirmationState> {
    try {
      change({ sentCode: await transport.call('withdrawal-code', order) });
      return idle;
    } catch (error) {
      return { ...idle, failure: toCodeFailure(toFailure(error)) };
    }
  }

  async function create(code: string | undefined): Promise<ConfirmationState> {
    const before = keptCreationOf(session, order);
    const creation = before ?? buildCreation(ordered, code);
    // Kept before it is sent: the player may leave while it is under way.
    keepCreation(session, order, creation);
    try {
      const { key: idempotencyKey, request } = creation;
      const created = await transport.call('withdrawal-create', request, { idempotencyKey });
      // Otherwise a repetition was answered first, or another player has come.
      const isNews = keptCreationOf(session, order) !== null;
      keepCreation(session, order, null);
      cacheWithdrawal(queryClient, session, created);
      renewAfterWithdrawal(queryClient);
      if (isOpen()) leaveFor(created.withdrawalId);
      else if (isNews) tellCreated();
      return { kind: 'created' };
    } catch (error) {
      const outcome = outcomeOf(error);
      const failure = { ...toFailure(error), isOutcomeUnknown: outcome === 'unknown' };
      const isOver = outcome === 'refused' || (outcome === 'repeatable' && before === null);
      if (isOver) keepCreation(session, order, null);
      return takeRefusal(failure);
    }
  }

  function takeRefusal(failure: Failure): ConfirmationState | Promise<ConfirmationState> {
    if (failure.code === 'quote.changed') return askQuote();
    if (failure.code === 'holder.unconfirmed') return askQuote('common.errors.holder.unconfirmed');
    if (failure.code === 'code.required') {
      change({ quote: { ...ordered.quote, needsCode: true } });
    }
    // Another code may be asked for at once.
    if (failure.code === 'code.expired') change({ sentCode: null });
    return { ...idle, failure };
  }

  /** Returns whether the player still looks at this order's confirmation. */
  function isOpen(): boolean {
    return isKept() && router.getPlace()?.route.name === 'Withdrawal confirm';
  }

  /** Leads to the withdrawal's page. */
  function leaveFor(withdrawalId: string): void {
    useSessionStore.getState().keepFormDraft(ordered.draftName, null);
    keepOrder(session, null);
    // Back leads to the list of the group (§4).
    const group = ordered.form.search?.group;
    const search = { withdrawalId, method: order.paymentType, group };
    router.navigate({ to: 'Withdrawal complete', search, replace: true });
  }

  /** Tells a player who is elsewhere by then, and keeps what they type there. */
  function tellCreated(): void {
    if (isKept()) keepOrder(session, null);
    const amount = money(order.amount, order.currency);
    notify(session, { title: text(wordsFor('withdrawal.created', order.currency), { amount }) });
  }

  return {
    ordered,
    state,
    /** A creation was sent, and whether it arrived is unknown: it may only be sent again. */
    isUnresolved: state.kind === 'idle' && keptCreationOf(session, order) !== null,
    sendCode: () => run('sendingCode', sendCode),
    showWhole: (code: string) => run('quoting', () => showWhole(code)),
    renewQuote: () => run('quoting', renewQuote),
    confirm: (code?: string) => {
      // A repetition is no other withdrawal.
      if (!isRunning.current && keptCreationOf(session, order) === null) {
        send('submit', { form_type: 'withdrawal_confirm', submit_amount: order.amount });
      }
      return run('creating', () => create(code));
    },
  };
}

function buildCreation({ order, quote }: OrderedWithdrawal, code?: string): SentCreation {
  const request = {
    ...order,
    expected: quote.arrives,
    ...(quote.rateLock !== null && { rateLock: quote.rateLock.code }),
    forfeitedBonusIds: idsOf(quote),
    // The player has confirmed them on the way here.
    ...(quote.isHolderAsked === true && quote.holder !== null && { confirmedHolder: quote.holder }),
    ...(code !== undefined && { code }),
  };
  return { key: crypto.randomUUID(), request };
}

type Quote = OrderedWithdrawal['quote'];

/** Returns the ids of the bonuses that a quote would lose. */
export function idsOf({ forfeitedBonuses }: Quote): string[] {
  return forfeitedBonuses.map(({ bonusId }) => bonusId);
}

/** Returns whether a quote loses no other bonus than these. */
export function losesOnly(quote: Quote, bonusIds: readonly string[]): boolean {
  return idsOf(quote).every((bonusId) => bonusIds.includes(bonusId));
}

/** Tells a code that couldn't be sent from a cashier that is out of order. */
function toCodeFailure(failure: Failure): Failure {
  const { code, params } = failure;
  if (code === 'server.unavailable') return { ...failure, code: codeNotSent };
  const seconds = Number(params.seconds);
  if (code !== 'rate.limited' || !(seconds > 0)) return failure;
  const nextAt = String(Date.now() + seconds * 1000);
  return { ...failure, code: codeLimited, params: { nextAt } };
}
