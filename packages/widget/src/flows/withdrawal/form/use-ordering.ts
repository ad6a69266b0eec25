import type { PaymentMethod, PayoutBank } from '@kassa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Failure, toFailure } from '../../../features/failure/failure.ts';
import { savedDetailsQueryName } from '../../../features/saved-details/saved-details.query.ts';
import type { Target } from '../../../routing/route.ts';
import { useNavigate } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import { buildOrder, keepOrder, sentCodeOf } from '../kept-withdrawal.ts';
import { renewPayable } from '../withdrawals.queries.ts';

interface Ordering {
  method: PaymentMethod;
  currency: string;
  bank: PayoutBank | undefined;
  /** The form, for the way back from the confirmation. */
  form: Target;
  draftName: string;
}

interface Parts {
  amount: string;
  fields: Readonly<Record<string, string>>;
  detailsId: string | null;
}

type OrderingState = { kind: 'idle'; failure: Failure | null } | { kind: 'asking' };

/**
 * Asks what an order would bring, and leads to its confirmation. The question creates nothing, so it
 * may be asked again.
 */
export function useOrdering({ method, currency, bank, form, draftName }: Ordering) {
  const session = useSession();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [state, setState] = useState<OrderingState>({ kind: 'idle', failure: null });
  const asking = useRef<AbortController | null>(null);
  useEffect(() => () => asking.current?.abort(), []);

  async function order(parts: Parts): Promise<void> {
    // A second click comes before the first one is rendered.
    if (asking.current !== null) return;
    const controller = new AbortController();
    asking.current = controller;
    setState({ kind: 'asking' });
    const { signal } = controller;
    const asked = buildOrder(session, { method, currency, ...parts });
    try {
      const quote = await session.transport.call('withdrawal-quote', asked, { signal });
      if (signal.aborted) return;
      const sentCode = sentCodeOf(session, asked);
      keepOrder(session, { order: asked, method, bank, quote, form, draftName, sentCode });
      const { to, search } = form;
      navigate({ to: 'Withdrawal confirm', search: { ...search, to } });
    } catch (error) {
      asking.current = null;
      if (signal.aborted) return;
      const failure = toFailure(error);
      if (failure.code === 'details.notFound') {
        void queryClient.invalidateQueries({ queryKey: [savedDetailsQueryName] });
      }
      // Less can be paid out than the form shows.
      if (failure.code === 'payout.playthrough') renewPayable(queryClient);
      setState({ kind: 'idle', failure });
    }
  }

  return { state, order, dismissFailure: () => setState({ kind: 'idle', failure: null }) };
}
