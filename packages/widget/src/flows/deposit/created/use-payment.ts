import type { CallRequest, DepositSummary } from '@kassa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Failure, toFailure } from '../../../features/failure/failure.ts';
import { useRouter, useSearch } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import { TransportError } from '../../../transport/transport-error.ts';
import { depositQueryName } from '../unfinished.queries.ts';
import { useDepositAnalytics } from '../use-deposit-analytics.ts';

/** What the player's last word on a payment came to. */
type Word =
  | { kind: 'none'; failure: Failure | null }
  | { kind: 'completing' }
  | { kind: 'canceling' };

/** What can be done with a payment: say that it is made, give it up, or look where it stands. */
export interface PaymentControls {
  word: Word;
  /** The player has paid, they say; `fields` is what they filled in beside the invoice, whose form tells of its press. */
  complete(fields?: Record<string, string>): void;
  cancel(): void;
  /** Goes to where the deposit stands; `accepted` says that the player has paid. */
  showStatus(claim?: 'accepted'): void;
  dismissFailure(): void;
}

/** Tells the server what the player says of a payment, and goes on to where the deposit stands. */
export function usePayment({
  depositId,
  paymentMethod,
  currency,
}: DepositSummary): PaymentControls {
  const { transport } = useSession();
  const queryClient = useQueryClient();
  const router = useRouter();
  const { group, to } = useSearch();
  const analytics = useDepositAnalytics(currency);
  const [word, setWord] = useState<Word>(silent);
  // A player who has left, by whatever way, isn't taken anywhere.
  const hasLeft = useRef(false);
  useEffect(() => {
    hasLeft.current = false;
    return () => {
      hasLeft.current = true;
    };
  }, []);

  function showStatus(status?: 'accepted'): void {
    if (hasLeft.current) return;
    hasLeft.current = true;
    const search = { depositId, method: paymentMethod, group, to, status };
    // In place of this page: it has nothing to say any more.
    router.navigate({ to: 'Complete deposit', search, replace: true });
  }

  async function tell(
    kind: 'completing' | 'canceling',
    call: () => Promise<unknown>,
    claim?: 'accepted',
  ): Promise<void> {
    if (word.kind !== 'none') return;
    setWord({ kind });
    try {
      await call();
      void queryClient.invalidateQueries({ queryKey: [depositQueryName], refetchType: 'none' });
      showStatus(claim);
    } catch (error) {
      if (isOver(error)) return showStatus();
      setWord({ kind: 'none', failure: toFailure(error) });
    }
  }

  return {
    word,
    complete: (fields) => {
      if (fields === undefined) analytics.send('button', { button_name: 'paid' });
      const request: CallRequest<'deposit-complete'> = {
        depositId,
        paymentMethod,
        ...(fields !== undefined && Object.keys(fields).length > 0 && { fields }),
      };
      void tell('completing', () => transport.call('deposit-complete', request), 'accepted');
    },
    cancel: () => {
      analytics.send('button', { button_name: 'cancel' });
      const request = { depositId, paymentMethod };
      void tell('canceling', () => transport.call('deposit-cancel', request));
    },
    showStatus,
    dismissFailure: () => setWord(silent),
  };
}

const silent: Word = { kind: 'none', failure: null };

/** Somebody, or the time, was faster: where it stands is what is left to say. */
function isOver(error: unknown): boolean {
  if (!(error instanceof TransportError)) return false;
  return error.code === 'deposit.notOpen' || error.code === 'deposit.notFound';
}
