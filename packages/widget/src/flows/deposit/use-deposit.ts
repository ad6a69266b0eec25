import { decodeNextStep } from '@kassa/contract';
import { useEffect, useRef, useState } from 'react';
import { toFailure } from '../../features/failure/failure.ts';
import { openExternalBrowser } from '../../features/popup/external-browser.ts';
import { openPaymentPopup, type PaymentPopup } from '../../features/popup/payment-popup.ts';
import type { Place } from '../../routing/place.ts';
import type { Search } from '../../routing/route.ts';
import { routePaths } from '../../routing/route-names.ts';
import { usePlace, useRouter } from '../../routing/use-router.ts';
import { resolveTestGroup } from '../../session/methods-request.ts';
import { resolveCountry } from '../../session/payment-country.ts';
import { type Session, useSession } from '../../session/session.ts';
import { useSessionStore } from '../../session/session-store.ts';
import { reportFirstSubmit } from '../../telemetry/submit-delay.ts';
import type { CallOptions } from '../../transport/transport.ts';
import { isOutcomeUnknown, TransportError } from '../../transport/transport-error.ts';
import {
  type DepositEffect,
  type DepositEvent,
  type DepositState,
  type Intent,
  initialDepositState,
  reduceDeposit,
  resolveIntent,
} from './deposit.machine.ts';
import { useDepositAnalytics } from './use-deposit-analytics.ts';

export interface DepositControls {
  state: DepositState;
  /** Creates the deposit. Call it in the click, with a valid amount: it opens the popup first. */
  submit(wish: Omit<Intent, 'sessionKey' | 'depositKey'>): void;
  /** The player followed the link that stands in for a blocked popup. */
  openedLink(): void;
  dismissFailure(): void;
}

/** Runs a deposit's machine: carries its effects out and feeds back what comes of them. */
export function useDeposit(): DepositControls {
  const session = useSession();
  const router = useRouter();
  const place = usePlace();
  const analytics = useDepositAnalytics();
  const startDeposit = useSessionStore((store) => store.startDeposit);
  const [state, setState] = useState(initialDepositState);
  // The latest state, for a second click that comes before React has rendered the first one's.
  const latest = useRef(state);
  const popup = useRef<PaymentPopup | null>(null);
  const leaving = useRef(new AbortController());

  useEffect(() => {
    const left = new AbortController();
    leaving.current = left;
    return () => {
      left.abort();
      if (latest.current.kind !== 'finished') popup.current?.close();
    };
  }, []);

  function dispatch(event: DepositEvent): void {
    const { state: next, effects } = reduceDeposit(latest.current, event);
    latest.current = next;
    setState(next);
    for (const effect of effects) run(effect);
  }

  function run(effect: DepositEffect): void {
    switch (effect.kind) {
      case 'startSession':
      case 'createDeposit':
        settle(callServer(session, effect, leaving.current.signal));
        break;
      case 'redirectPopup':
        analytics.send('redirect');
        popup.current?.redirect(effect.redirect);
        break;
      case 'closePopup':
        popup.current?.close();
        break;
      case 'rememberDeposit':
        startDeposit({
          depositId: effect.depositId,
          redirect: effect.redirect,
          popup: popup.current,
        });
        break;
      case 'goToComplete':
        router.navigate({ to: 'Complete deposit', search: completeSearch(effect, place) });
    }
  }

  async function settle(outcome: Promise<DepositEvent>): Promise<void> {
    const { signal } = leaving.current;
    const event = await outcome.catch(describeError);
    if (signal.aborted) return;
    if (event.kind === 'sessionStarted') analytics.send('payment_session_started');
    dispatch(event);
  }

  return {
    state,
    submit: (wish) => {
      const { current } = latest;
      if (current.kind !== 'idle') return;
      reportFirstSubmit(session.bridge);
      analytics.send('submit', { submit_amount: wish.amount });
      const intent = resolveIntent(wish, current.unresolved, () => crypto.randomUUID());
      popup.current = session.bridge.isNative
        ? openExternalBrowser(window)
        : openPaymentPopup(formAddress(session));
      dispatch({ kind: 'submitted', intent, hasPopup: popup.current !== null });
    },
    openedLink: () => {
      analytics.send('redirect');
      dispatch({ kind: 'linkOpened' });
    },
    dismissFailure: () => dispatch({ kind: 'failureDismissed' }),
  };
}

/** What the complete page needs in its address: its deposit, the method, and the way back to the form. */
function completeSearch({ depositId }: { depositId: string }, place: Place | null): Search {
  const { route, search } = place ?? {};
  return { depositId, method: search?.method, group: search?.group, to: route?.name };
}

async function callServer(
  { transport, hostData, product }: Session,
  effect: Extract<DepositEffect, { kind: 'startSession' | 'createDeposit' }>,
  signal: AbortSignal,
): Promise<DepositEvent> {
  const { amount, currency, paymentType, isFromChip, sessionKey, depositKey } = effect.intent;
  const keyed = (idempotencyKey: string): CallOptions => ({ idempotencyKey, signal });
  if (effect.kind === 'startSession') {
    const session = await transport.call('session-start', { amount, currency }, keyed(sessionKey));
    return { kind: 'sessionStarted', paymentSessionId: session.payment_session_id };
  }
  const created = await transport.call(
    'deposit-create',
    {
      amount,
      currency,
      paymentType,
      paymentSessionId: effect.paymentSessionId,
      returnUrl: `${location.origin}/${product}${routePaths.Form}?returned=1`,
      selectedCountry: useSessionStore.getState().region ?? resolveCountry(hostData),
      abTestGroup: resolveTestGroup(hostData.experiments),
      metadata: { isFromChip },
    },
    keyed(depositKey),
  );
  return { kind: 'depositCreated', deposit: decodeNextStep(created) };
}

function describeError(error: unknown): DepositEvent {
  return {
    kind: 'failed',
    failure: toFailure(error),
    isOutcomeUnknown: !(error instanceof TransportError) || isOutcomeUnknown(error),
  };
}

function formAddress({ product, locale }: Session): string {
  const url = new URL(`/${product}${routePaths.Form}`, location.origin);
  url.searchParams.set('locale', locale.tag);
  url.searchParams.set('theme', document.documentElement.dataset.theme ?? 'light');
  return url.href;
}
