import type { CallRequest, DepositSummary, PaymentMethod } from '@kassa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Failure, toFailure } from '../../../features/failure/failure.ts';
import { useRouter, useSearch } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import { TransportError } from '../../../transport/transport-error.ts';
import { isPeerToPeer } from '../method-kinds.ts';
import { depositQueryName } from '../unfinished.queries.ts';
import { useDepositAnalytics } from '../use-deposit-analytics.ts';
import { confirmLater, forgetConfirmation } from './confirm-later.ts';

/** The player's confirmation or cancellation of a payment, while it is sent. */
type Word =
  | { kind: 'none'; failure: Failure | null }
  | { kind: 'completing' }
  | { kind: 'canceling' };

/** What the player adds to the confirmation of a payment. */
export type PaymentProof = Pick<CallRequest<'deposit-complete'>, 'confirmationId' | 'fields'>;

/** The actions of a payment: confirm it, cancel it, or show its status. */
export interface PaymentControls {
  word: Word;
  /**
   * Confirms that the player has paid. `proof` is what they filled in beside the invoice; its form
   * reports the press to analytics itself.
   */
  complete(proof?: PaymentProof): void;
  cancel(): void;
  /** Goes to the deposit's status; `accepted` after the player's confirmation. */
  showStatus(status?: 'accepted'): void;
  dismissFailure(): void;
}

/**
 * Sends the player's confirmation or cancellation of a payment, and goes on to its status. The
 * confirmation of an invoice without fields goes on even where it fails: the money is looked for
 * all the same. With fields, and where a field was refused, the page stays, so that nothing typed
 * is lost. From person to person (§4 "P2P deposit") it stays where the server refuses: a
 * confirmation that the network or the provider loses is repeated in the background, and a
 * cancellation that fails shows no error.
 */
export function usePayment(
  { depositId, paymentMethod, currency }: DepositSummary,
  { isInvoice, method }: { isInvoice: boolean; method: PaymentMethod | undefined },
): PaymentControls {
  const session = useSession();
  const { transport } = session;
  const isFromPerson = isPeerToPeer(method);
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
    { status, goesOn }: { status?: 'accepted'; goesOn: (error: unknown) => boolean },
  ): Promise<void> {
    if (word.kind !== 'none') return;
    setWord({ kind });
    try {
      await call();
      void queryClient.invalidateQueries({ queryKey: [depositQueryName], refetchType: 'none' });
      showStatus(status);
    } catch (error) {
      if (isOver(error)) return showStatus();
      if (goesOn(error)) return showStatus(status);
      setWord({ kind: 'none', failure: toFailure(error) });
    }
  }

  return {
    word,
    complete: (proof) => {
      if (proof === undefined) analytics.send('button', { button_name: 'paid' });
      const request = { depositId, paymentMethod, ...proof };
      const goesOn = (error: unknown) => {
        if (isFromPerson) return confirmLater(session, request, error);
        return isInvoice && proof === undefined && !isFieldRefused(error);
      };
      const call = () => {
        forgetConfirmation(session, depositId);
        return transport.call('deposit-complete', request);
      };
      void send('completing', call, { status: 'accepted', goesOn });
    },
    cancel: () => {
      analytics.send('button', { button_name: 'cancel' });
      const call = () => transport.call('deposit-cancel', { depositId, paymentMethod });
      void send('canceling', call, { goesOn: () => isFromPerson });
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

function isFieldRefused(error: unknown): boolean {
  return error instanceof TransportError && error.code === 'banking.paymentMethodRegex';
}
