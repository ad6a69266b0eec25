import type { PaymentMethod } from '@kassa/contract';
import { useState } from 'react';
import { useSearch } from '../../routing/use-router.ts';
import { useSessionStore } from '../../session/session-store.ts';
import { useMethods } from './deposit.queries.ts';

export type ChosenMethod =
  | { kind: 'loading' }
  | { kind: 'failed'; error: Error; retry: () => void }
  /** Not on offer (any more). */
  | { kind: 'missing' }
  /** `country`: the one paid from, ISO 3166-1 in lower case. */
  | { kind: 'ready'; method: PaymentMethod; currency: string; country: string };

/** The method the player chose, by the address or, where it says none, by the store. */
export function useChosenMethod(): ChosenMethod {
  const { method: inAddress } = useSearch();
  const chosen = useSessionStore((store) => store.chosenMethods.deposit);
  const { catalogue, error, retry } = useMethods();
  const name = inAddress ?? chosen;
  const offered = catalogue?.methods.find((method) => method.name === name);
  const [kept, setKept] = useState(offered);
  if (offered !== undefined && offered !== kept) setKept(offered);
  if (catalogue === undefined) {
    return error === null ? { kind: 'loading' } : { kind: 'failed', error, retry };
  }
  // One that is switched off while a player is at it stays: a payment may be under way, and the
  // server refuses another with words.
  const method = offered ?? (kept?.name === name ? kept : undefined);
  return method === undefined
    ? { kind: 'missing' }
    : { kind: 'ready', method, currency: catalogue.currency, country: catalogue.country };
}
