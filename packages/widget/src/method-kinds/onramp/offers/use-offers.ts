import type { ExternalRedirect, NextStep } from '@kassa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Failure } from '../../../features/failure/failure.ts';
import type { CreatedDeposit } from '../../../flows/deposit/created/use-created-deposit.ts';
import { useDepositAnalytics } from '../../../flows/deposit/use-deposit-analytics.ts';
import { useSession } from '../../../session/session.ts';
import {
  describeChange,
  findChosen,
  findOtherAmount,
  type OfferChange,
  type PricedOffer,
  type RankedOffer,
  rankOffers,
} from './resolve-offers.ts';
import { type OfferAnswer, takeOffer } from './take-offer.ts';
import { type Departure, useDeparture } from './use-departure.ts';

export type OffersStep = Extract<NextStep, { kind: 'offers' }>;

/** What the server is asked: to take the chosen offer, or to make fresh ones. */
type Act = 'taking' | 'renewing';

/** The progress of the player's choice. */
export type ChoiceState =
  | {
      kind: 'choosing';
      failed: { act: Act; failure: Failure } | null;
      change: OfferChange | null;
    }
  /** The chosen offer was sent. */
  | { kind: 'taking' }
  /** Fresh offers are being asked for. */
  | { kind: 'renewing' }
  /** The player goes to the provider by another click. */
  | {
      kind: 'offeringLink';
      redirect: ExternalRedirect;
      why: 'blocked' | 'later';
      /** The taken offer, where it brings another amount than the list said. */
      changed: PricedOffer | null;
    }
  /** The status follows. */
  | { kind: 'left' };

export interface OfferControls {
  state: ChoiceState;
  /** The best first. */
  offers: readonly RankedOffer[];
  /** Undefined only where there are no offers. */
  chosen: RankedOffer | undefined;
  choose(offer: RankedOffer): void;
  /** Takes the chosen offer. Call it in the click: it opens the popup. */
  take(): void;
  /** Asks for fresh offers in place of expired ones. */
  renew(): void;
  /** The player followed the link to the provider's page. */
  openedLink(): void;
  dismissFailure(): void;
}

const choosing: Extract<ChoiceState, { kind: 'choosing' }> = {
  kind: 'choosing',
  failed: null,
  change: null,
};

/** Runs the choice among the offers of a deposit (§4 "On-ramp continue"). */
export function useOffers(created: CreatedDeposit<OffersStep>): OfferControls {
  const { deposit, step, method } = created;
  const session = useSession();
  const queryClient = useQueryClient();
  const departure = useDeparture(created);
  const { send } = useDepositAnalytics(deposit.currency);
  const [state, setState] = useState<ChoiceState>(choosing);
  // The latest state, for a second click before React has rendered the first one's.
  const latest = useRef(state);
  const [provider, setProvider] = useState<string | null>(null);
  const offers = rankOffers(step.offers);
  const chosen = findChosen(offers, provider);

  function enter(next: ChoiceState): void {
    latest.current = next;
    setState(next);
  }

  async function ask(kind: Act, offer: RankedOffer): Promise<void> {
    enter({ kind });
    // The choice stays with its provider, also where another one gives more by then.
    setProvider(offer.method);
    const { signal } = departure.leaving.current;
    const offerId = kind === 'taking' ? offer.offerId : undefined;
    const surroundings = { session, queryClient, method };
    const answer = await takeOffer(surroundings, deposit.depositId, offerId, signal);
    if (signal.aborted) return;
    if (kind === 'taking') {
      const value = answer.kind === 'page' ? 'ok' : 'fail';
      session.bridge.send({ messageType: 'Metric', payload: { name: 'deposit.continue', value } });
    }
    enter(goOn(answer, { act: kind, offer }, departure));
  }

  return {
    state,
    offers,
    chosen,
    choose: (offer) => {
      send('select_field', { field_name: 'offer', form_type: 'onramp' });
      setProvider(offer.method);
      if (latest.current.kind === 'choosing') enter(choosing);
    },
    take: () => {
      if (latest.current.kind !== 'choosing' || chosen === undefined) return;
      send('button', { button_name: 'deposit', form_type: 'onramp' });
      departure.open();
      void ask('taking', chosen);
    },
    renew: () => {
      if (latest.current.kind === 'choosing' && chosen !== undefined) void ask('renewing', chosen);
    },
    openedLink: () => {
      if (state.kind !== 'offeringLink') return;
      enter({ kind: 'left' });
      departure.leaveFor(state.redirect);
    },
    dismissFailure: () => enter(choosing),
  };
}

/** Acts on an answer, and returns the state that follows. */
function goOn(
  answer: OfferAnswer,
  { act, offer }: { act: Act; offer: RankedOffer },
  departure: Departure,
): ChoiceState {
  if (answer.kind === 'page') {
    const { redirect, target, received } = answer;
    const changed = findOtherAmount(offer, received);
    const isOpen = departure.isOpen();
    if (isOpen && target !== null && changed === null) {
      departure.leaveFor(redirect, target);
      return { kind: 'left' };
    }
    departure.close();
    return { kind: 'offeringLink', redirect, why: isOpen ? 'later' : 'blocked', changed };
  }
  departure.close();
  switch (answer.kind) {
    case 'elsewhere':
      departure.showStatus();
      return { kind: 'left' };
    case 'ended':
      departure.showStatus('mistaked');
      return { kind: 'left' };
    case 'changed':
      return { ...choosing, change: describeChange(offer, answer.fresh) };
    case 'failed':
      return { ...choosing, failed: { act, failure: answer.failure } };
  }
}
