import type { PaymentMethod } from '@kassa/contract';
import { useSearch } from '../../routing/use-router.ts';
import { useSessionStore } from '../../session/session-store.ts';
import { useMethods } from './deposit.queries.ts';

export type ChosenMethod =
  | { kind: 'loading' }
  | { kind: 'failed'; error: Error; retry: () => void }
  /** Not on offer (any more). */
  | { kind: 'missing' }
  | { kind: 'ready'; method: PaymentMethod; currency: string };

/** The method the player chose, by the address or, where it says none, by the store. */
export function useChosenMethod(): ChosenMethod {
  const { method: inAddress } = useSearch();
  const chosen = useSessionStore((store) => store.chosenMethod);
  const { catalogue, error, retry } = useMethods();
  if (catalogue === undefined) {
    return error === null ? { kind: 'loading' } : { kind: 'failed', error, retry };
  }
  const method = catalogue.methods.find(({ name }) => name === (inAddress ?? chosen));
  return method === undefined
    ? { kind: 'missing' }
    : { kind: 'ready', method, currency: catalogue.currency };
}
