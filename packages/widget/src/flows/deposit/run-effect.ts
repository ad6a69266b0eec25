import type { AnalyticsEvent, PaymentMethod } from '@kassa/contract';
import type { RefObject } from 'react';
import type { PaymentPopup } from '../../popup/payment-popup.ts';
import type { Place } from '../../routing/place.ts';
import type { Search } from '../../routing/route.ts';
import type { RouteName } from '../../routing/route-names.ts';
import type { Router } from '../../routing/router.ts';
import type { Session } from '../../session/session.ts';
import { useSessionStore } from '../../session/session-store.ts';
import type { DepositEffect } from './deposit.machine.ts';

/** The objects that effects act on. */
interface Surroundings {
  session: Session;
  method: PaymentMethod;
  router: Router;
  place: Place | null;
  popup: RefObject<PaymentPopup | null>;
  /** Sends one of the deposit's analytics events. */
  send: (event: AnalyticsEvent['event']) => void;
}

/** Carries out an effect of the deposit's machine that returns no event. */
export function runEffect(
  effect: DepositEffect,
  { session, method, router, place, popup, send }: Surroundings,
): void {
  switch (effect.kind) {
    case 'redirectPopup':
      popup.current?.redirect(effect.redirect);
      break;
    case 'closePopup':
      popup.current?.close();
      popup.current = null;
      break;
    case 'rememberDeposit': {
      const { depositId, redirect } = effect;
      const isOnlyShown = method.coin !== undefined;
      const running = { depositId, redirect, popup: popup.current, isOnlyShown };
      useSessionStore.getState().startDeposit(running);
      break;
    }
    case 'reportRedirect':
      send('redirect');
      tellHost(session, method, effect.depositId);
      break;
    case 'reportOutcome': {
      const payload = { name: 'deposit.create', value: effect.outcome };
      session.bridge.send({ messageType: 'Metric', payload });
      break;
    }
    case 'showPage':
      router.navigate({
        to: effect.to,
        search: pageSearch(effect, method, place),
        // The page itself created the deposit: going back must not create another.
        replace: effect.to === place?.route.name,
      });
  }
}

/**
 * §4: tells the host that the player goes to the provider's page, for the methods that ask for it.
 */
export function tellHost({ bridge }: Session, method: PaymentMethod, depositId: string): void {
  if (method.notifiesHostOnRedirect !== true) return;
  const payload = { depositId, paymentType: method.name, paymentMethod: method.name };
  bridge.send({ messageType: 'externalRedirect', payload });
}

/**
 * Returns the query for the following page: its deposit, the method, and the way back to the form.
 */
function pageSearch(
  { depositId, to }: { depositId: string; to: RouteName },
  method: PaymentMethod,
  place: Place | null,
): Search {
  const { route, search = {} } = place ?? {};
  const back = route?.name === to ? backOfAddress(search) : route?.name;
  return { depositId, method: method.name, group: search.group, to: back };
}

/**
 * Returns the screen that a player comes back to from the status of a deposit whose page created it:
 * the list that led to it. That of a group needs no name.
 */
export function backOfAddress({ to, group }: Search): string | undefined {
  return to ?? (group === undefined ? 'Deposit list' : undefined);
}
