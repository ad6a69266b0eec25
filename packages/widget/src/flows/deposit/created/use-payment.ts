import type { CallRequest, DepositSummary } from '@kassa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Failure, toFailure } from '../../../features/failure/failure.ts';
import { useRouter, useSearch } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import { TransportError } from '../../../transport/transport-error.ts';
import { depositQueryName } from '../unfinished.queries.ts';
import { useDepositAnalytics } from '../use-deposit-analytics.ts';

/** The player's confirmation or cancellation of a payment, while it is sent. */
type Word =
  | { kind: 'none'; failure: Failure | null }
  | { kind: 'completing' }
  | { kind: 'canceling' };

/** The actions of a payment: confirm it, cancel it, or show its status. */
export interface PaymentControls {
  word: Word;
  /**
   * Confirms that the player has paid. `fields` are the values beside the invoice; their form
   * reports the press to analytics itself.
   */
  complete(fields?: Record<string, string>): void;
  cancel(): void;
  /** Goes to the deposit's status; `accepted` after the player's confirmation. */
  showStatus(status?: 'accepted'): void;
  dismissFailure(): void;
}

/**
 * Sends the player's confirmation or cancellation of a payment, and goes on to its status. The
 * confirmation of an invoice without fields goes on even where it fails: the money is looked for
 * all the same. With fields the page stays, so that nothing typed is lost.
 */
export function usePayment(
  { depositId, paymentMethod, currency }: DepositSummary,
  { isInvoice }: { isInvoice: boolean },
): PaymentControls {
  const { transport } = useSession();
  const queryClient = useQueryClient();
  const router = useRouter();
  const { group, to } = useSearch();
  const analytics = useDepositAnalytics(currency);
  const [word, setWord] = useState<Word>(silent);
  // A player who has left the page isn't redirected.
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
    // Replaces this page, which is finished.
    router.navigate({ to: 'Complete deposit', search, replace: true });
  }

  async function send(
    kind: 'completing' | 'canceling',
    call: () => Promise<unknown>,
    { status, goesOn = false }: { status?: 'accepted'; goesOn?: boolean } = {},
  ): Promise<void> {
    if (word.kind !== 'none') return;
    setWord({ kind });
    try {
      await call();
      void queryClient.invalidateQueries({ queryKey: [depositQueryName], refetchType: 'none' });
      showStatus(status);
    } catch (error) {
      if (isOver(error)) return showStatus();
      if (goesOn) return showStatus(status);
      setWord({ kind: 'none', failure: toFailure(error) });
    }
  }

  return {
    word,
    complete: (fields) => {
      const hasFields = fields !== undefined;
      if (!hasFields) analytics.send('button', { button_name: 'paid' });
      const request: CallRequest<'deposit-complete'> = {
        depositId,
        paymentMethod,
        ...(hasFields && Object.keys(fields).length > 0 && { fields }),
      };
      const call = () => transport.call('deposit-complete', request);
      void send('completing', call, { status: 'accepted', goesOn: isInvoice && !hasFields });
    },
    cancel: () => {
      analytics.send('button', { button_name: 'cancel' });
      const request = { depositId, paymentMethod };
      void send('canceling', () => transport.call('deposit-cancel', request));
    },
    showStatus,
    dismissFailure: () => setWord(silent),
  };
}

const silent: Word = { kind: 'none', failure: null };

/** The deposit has ended or been completed before: only its status can be shown. */
function isOver(error: unknown): boolean {
  if (!(error instanceof TransportError)) return false;
  return error.code === 'deposit.notOpen' || error.code === 'deposit.notFound';
}
