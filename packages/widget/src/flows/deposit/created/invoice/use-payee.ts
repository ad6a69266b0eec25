import type { CardEnvelope, DepositSummary, Payee, Requisite } from '@kassa/contract';
import { useEffect, useState } from 'react';
import { openPayee } from '../../../../features/card-envelope/open-payee.ts';
import { listPayee } from '../../../../features/requisites/list-payee.ts';

/** The opened account of an invoice. */
export interface OpenPayee {
  /** Null for an invoice that names its account by requisites alone. */
  payee: Payee | null;
  /** The same for the player, in the order in which they are typed. */
  requisites: readonly Requisite[];
}

type PayeeState =
  | { kind: 'opening' }
  /** It arrived damaged: nobody may pay by it. */
  | { kind: 'failed'; error: unknown }
  | { kind: 'open'; payee: OpenPayee };

/**
 * Opens the envelope of an invoice's account. The account is kept for as long as its page shows, and
 * nowhere else. A newer envelope replaces it once it is open.
 */
export function usePayee(
  card: CardEnvelope | null,
  { depositId, reference }: Pick<DepositSummary, 'depositId' | 'reference'>,
): PayeeState {
  const [state, setState] = useState<PayeeState>({ kind: 'opening' });
  // Each decoding of a response makes another object of the same envelope.
  const sealed = card === null ? null : JSON.stringify(card);
  useEffect(() => {
    if (sealed === null) return;
    let hasLeft = false;
    const settle = (next: PayeeState) => {
      if (!hasLeft) setState(next);
    };
    openPayee(JSON.parse(sealed), { depositId, reference }).then(
      (payee) => settle({ kind: 'open', payee: { payee, requisites: listPayee(payee) } }),
      (error: unknown) => settle({ kind: 'failed', error }),
    );
    return () => {
      hasLeft = true;
    };
  }, [sealed, depositId, reference]);
  return card === null ? { kind: 'open', payee: { payee: null, requisites: [] } } : state;
}
