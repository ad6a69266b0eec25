import type { PaymentMethod } from '@kassa/contract';
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
  | { kind: 'ready'; method: PaymentMethod; currency: string; country: string };

/** Provides the method that the player chose: the address's, or else the store's. */
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
  // A method that is switched off during a visit stays: a payment may be in progress, and the
  // server rejects another with a text.
  const method = offered ?? (kept?.name === name ? kept : undefined);
  return method === undefined
    ? { kind: 'missing' }
    : { kind: 'ready', method, currency: catalogue.currency, country: catalogue.country };
}
