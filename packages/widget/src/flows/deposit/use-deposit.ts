import type { PaymentMethod } from '@kassa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Captcha } from '../../features/captcha/use-captcha.tsx';
import { isAmountRefused } from '../../form/refused-field.ts';
import type { PaymentPopup } from '../../popup/payment-popup.ts';
import { usePlace, useRouter } from '../../routing/use-router.ts';
import { useSession } from '../../session/session.ts';
import {
  awaitAbandoned,
  cancelAbandoned,
  createDeposit,
  describeError,
  startSession,
} from './ask-server.ts';
import {
  type DepositEffect,
  type DepositEvent,
  type DepositState,
  isCreating,
  isWaiting,
  reduceDeposit,
  startDepositState,
  unresolvedOf,
} from './deposit.machine.ts';
import type { Continuation, DepositOrder, PopupChoice } from './deposit-attempt.ts';
import { attemptPlaceOf, keepAttempt, keptAttemptOf } from './kept-attempts.ts';
import { opensPopup } from './next-page.ts';
import { openPopup } from './open-popup.ts';
import { runEffect } from './run-effect.ts';
import { depositQueryName } from './unfinished.queries.ts';
import { useCloseReport } from './use-close-report.ts';
import { useDepositAnalytics } from './use-deposit-analytics.ts';
import { limitsQueryName } from './use-limits.ts';

export interface DepositOptions {
  method: PaymentMethod;
  /** The currency that the player pays in. */
  currency: string;
  /** Solved where the method needs a captcha, and where the server requires one. */
  captcha: Pick<Captcha, 'solve'>;
  /** The existing deposit that is continued. */
  continues?: Continuation | null;
  /**
   * The deposit is created to be looked at, as an address is: nothing was pressed, and analytics
   * tell of no submission and no payment session.
   */
  isOnlyShown?: boolean;
  /** Hears of the created deposit, with its order, before its page shows. */
  onCreated?: (depositId: string, order: DepositOrder) => void;
}

export interface DepositControls {
  state: DepositState;
  /**
   * Creates or continues the deposit. Call it in the click, with a valid form: it opens the popup
   * first.
   */
  submit(order: DepositOrder): void;
  /**
   * Frees the form while the deposit is being created. The deposit that comes of it is canceled,
   * without a word.
   */
  cancel(): void;
  /** The player followed the link to the provider's page. */
  openedLink(): void;
  dismissFailure(): void;
  /** The player goes back from the question about a duplicate to the form. */
  leaveQuestion(): void;
}

/** Runs a deposit's state machine: carries out its effects and feeds their results back to it. */
export function useDeposit({
  method,
  currency,
  captcha,
  continues,
  isOnlyShown = false,
  onCreated,
}: DepositOptions): DepositControls {
  const session = useSession();
  const queryClient = useQueryClient();
  const router = useRouter();
  const place = usePlace();
  const analytics = useDepositAnalytics(currency);
  const [attemptPlace] = useState(() => attemptPlaceOf(session, method));
  const [state, setState] = useState<DepositState>(() =>
    startDepositState(continues ?? null, keptAttemptOf(session, attemptPlace)),
  );
  // The latest state, for a second click before React has rendered the first one's.
  const latest = useRef(state);
  const popup = useRef<PaymentPopup | null>(null);
  // Aborts what the player waits for. What they have canceled goes on: its deposit is to be canceled.
  const leaving = useRef(new AbortController());
  const settling = useRef(Promise.resolve());
  useCloseReport(session, method, latest);

  const handleLeave = useEffectEvent(() => {
    keepAttempt(session, attemptPlace, unresolvedOf(latest.current));
    if (latest.current.kind !== 'finished') popup.current?.close();
  });
  useEffect(() => {
    leaving.current = new AbortController();
    return () => {
      leaving.current.abort();
      handleLeave();
    };
  }, []);

  function dispatch(event: DepositEvent): void {
    const before = latest.current;
    const { state: next, effects } = reduceDeposit(before, event);
    latest.current = next;
    if (next.kind === 'finished' && isCreating(before)) {
      onCreated?.(next.depositId, before.attempt.order);
    }
    setState(next);
    for (const effect of effects) run(effect);
  }

  function run(effect: DepositEffect): void {
    const asked = askFor(effect);
    if (asked !== null) settling.current = settle(effect, asked);
    else runEffect(effect, { session, method, router, place, popup, send: analytics.send });
  }

  /** Starts an effect that returns an event; null for other effects. */
  function askFor(effect: DepositEffect): Promise<DepositEvent> | null {
    const { signal } = leaving.current;
    switch (effect.kind) {
      case 'solveCaptcha':
        return solve(captcha, signal);
      case 'startSession':
        return startSession(session, effect.attempt, signal);
      case 'createDeposit': {
        const isCanceled = () => isAbandoned(effect, latest.current);
        const surroundings = { session, queryClient, method, isCanceled };
        return createDeposit(surroundings, effect.attempt, signal);
      }
      default:
        return null;
    }
  }

  async function settle(effect: DepositEffect, outcome: Promise<DepositEvent>): Promise<void> {
    const { signal } = leaving.current;
    const event = await outcome.catch(describeError);
    // Also after the player has left: the limits count a deposit that was created or may have been.
    if (effect.kind === 'createDeposit' || isOfAmount(event)) {
      void queryClient.invalidateQueries({ queryKey: [limitsQueryName] });
    }
    if (signal.aborted) return;
    // The deposit's next step has changed: the cached one is stale.
    void queryClient.invalidateQueries({ queryKey: [depositQueryName], refetchType: 'none' });
    if (isAbandoned(effect, latest.current)) return cancelAbandoned(session, method, effect, event);
    if (event.kind === 'sessionStarted' && !isOnlyShown) analytics.send('payment_session_started');
    dispatch(event);
  }

  return {
    state,
    submit: (order) => {
      const { current } = latest;
      if (current.kind !== 'idle') return;
      if (!isOnlyShown) analytics.send('submit', { submit_amount: order.amount });
      // A continued deposit had its captcha at its creation.
      const needsCaptcha = method.needsCaptcha === true && current.continues === null;
      const isLater = needsCaptcha || !opensPopup(method);
      popup.current = isLater ? null : openPopup(session);
      const keys = { session: crypto.randomUUID(), deposit: crypto.randomUUID() };
      const choice = describePopup(popup.current, isLater);
      dispatch({ kind: 'submitted', order, keys, popup: choice, needsCaptcha });
    },
    cancel: () => {
      analytics.send('button', { button_name: 'cancel' });
      if (isWaiting(latest.current)) {
        leaving.current = new AbortController();
        awaitAbandoned(session, method, settling.current);
      }
      dispatch({ kind: 'canceled' });
    },
    openedLink: () => dispatch({ kind: 'linkOpened' }),
    dismissFailure: () => dispatch({ kind: 'failureDismissed' }),
    leaveQuestion: () => dispatch({ kind: 'questionLeft' }),
  };
}

/** Returns whether the player has canceled the attempt of an effect. Its keys are its identity. */
function isAbandoned(effect: DepositEffect, state: DepositState): boolean {
  if (!('attempt' in effect)) return false;
  return !isCreating(state) || state.attempt.keys !== effect.attempt.keys;
}

function isOfAmount(event: DepositEvent): boolean {
  return event.kind === 'failed' && isAmountRefused(event.failure);
}

async function solve({ solve }: Pick<Captcha, 'solve'>, signal: AbortSignal) {
  return { kind: 'captchaSolved' as const, captcha: await solve(signal) };
}

function describePopup(popup: PaymentPopup | null, isLater: boolean): PopupChoice {
  if (isLater) return 'later';
  return popup === null ? 'blocked' : 'open';
}
