import type { PaymentMethod, PlayerBlock } from '@kassa/contract';
import { useState } from 'react';
import { useSearch } from '../../routing/use-router.ts';
import { useSessionStore } from '../../session/session-store.ts';
import { useMethods } from './deposit.queries.ts';

export type ChosenMethod =
  | { kind: 'loading' }
  | { kind: 'failed'; error: Error; retry: () => void }
  /** The method is not, or no longer, on offer. */
  | { kind: 'missing' }
  /** `country`: the one that the player pays from, ISO 3166-1 in lower case. */
  | {
      kind: 'ready';
      method: PaymentMethod;
      currency: string;
      country: string;
      closure: Closure | null;
    };

/** Why no new deposit may begin with a method, although its form is open. */
export type Closure =
  /** Without `unavailable` it is no longer on offer. */
  | { kind: 'method'; unavailable?: PaymentMethod['unavailable'] }
  | { kind: 'player'; block: PlayerBlock };

/** Provides the method that the player chose: the address's, or else the store's. */
export function useChosenMethod(): ChosenMethod {
  const { method: inAddress } = useSearch();
  const chosen = useSessionStore((store) => store.chosenMethods.deposit);
  const { catalogue, error, retry } = useMethods();
  const name = inAddress ?? chosen;
  const kept = useOfferedMethod(catalogue, name);
  if (catalogue === undefined) {
    return error === null ? { kind: 'loading' } : { kind: 'failed', error, retry };
  }
  if (kept === null) return { kind: 'missing' };
  const { currency, country } = catalogue;
  return { kind: 'ready', currency, country, ...kept };
}

interface Offer {
  methods: readonly PaymentMethod[];
  block?: PlayerBlock | undefined;
}

/**
 * Returns a method of an offer, and why it can't be used. One that is switched off during a visit
 * stays: a payment may be in progress. Null where it was never on offer.
 */
export function useOfferedMethod(
  offer: Offer | undefined,
  name: string | null,
): { method: PaymentMethod; closure: Closure | null } | null {
  const offered = offer?.methods.find((method) => method.name === name);
  const [kept, setKept] = useState(offered);
  if (offered !== undefined && offered !== kept) setKept(offered);
  const method = offered ?? (kept?.name === name ? kept : undefined);
  if (method === undefined) return null;
  return { method, closure: describeClosure(offered, offer?.block) };
}

function describeClosure(
  offered: PaymentMethod | undefined,
  block: PlayerBlock | undefined,
): Closure | null {
  if (block !== undefined) return { kind: 'player', block };
  if (offered !== undefined && offered.unavailable === undefined) return null;
  return { kind: 'method', unavailable: offered?.unavailable };
}
