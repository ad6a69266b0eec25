import type { Claim, DepositSummary } from '@kassa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useReducer, useRef, useState } from 'react';
import { type Failure, toFailure } from '../../../features/failure/failure.ts';
import { useSession } from '../../../session/session.ts';
import { depositListQuery, depositQuery } from '../unfinished.queries.ts';
import { useDepositAnalytics, useFormAnalytics } from '../use-deposit-analytics.ts';
import { emptyClaimForm, reduceClaimForm } from './claim.machine.ts';
import { keepComment, keptCommentOf } from './kept-comments.ts';
import { encodeProof, type Proof, prepareProof } from './prepare-proof.ts';

/** One file with its comment, under one idempotency key for all attempts (design §3.6). */
interface Attempt {
  proof: Proof;
  comment: string;
  key: string;
}

const formType = 'claim';

/**
 * The form of a deposit's claim. A failed or canceled upload keeps the file and the comment, and is
 * repeated under the same key. An upload goes on when the player leaves the screen.
 * @param onSent - the server has the proof
 */
export function useClaimForm({ depositId, currency }: DepositSummary, onSent: () => void) {
  const session = useSession();
  const { sendInvalid } = useDepositAnalytics(currency);
  const analytics = useFormAnalytics({ formType, buttonName: 'claim', currency });
  const cache = useClaimCache(depositId);
  const [state, dispatch] = useReducer(reduceClaimForm, emptyClaimForm);
  const [comment, setComment] = useState(() => keptCommentOf(session, depositId));
  const file = useRef<File | null>(null);
  const attempt = useRef<Attempt | null>(null);
  const upload = useRef<AbortController | null>(null);
  const { choice } = state;

  const changeComment = (next: string) => {
    analytics.touch('comment', 'input_field');
    keepComment(session, depositId, next);
    setComment(next);
  };

  const choose = async (chosen: File) => {
    analytics.touch('proof', 'select_field');
    file.current = chosen;
    dispatch({ kind: 'reading' });
    const prepared = await prepareProof(chosen);
    if (file.current !== chosen) return;
    if (prepared.kind === 'refused') sendInvalid(formType, ['proof']);
    dispatch({ kind: 'prepared', prepared });
  };

  const remove = () => {
    file.current = null;
    dispatch({ kind: 'removed' });
  };

  const handleFailure = (failure: Failure) => {
    dispatch({ kind: 'failed', failure });
    // The deposit may have changed: the screen then shows its present state.
    if (failure.kind === 'refused') cache.renew();
  };

  const submit = async (proof: Proof) => {
    const controller = new AbortController();
    upload.current = controller;
    attempt.current = continueAttempt(attempt.current, proof, comment.trim());
    const { key, comment: words } = attempt.current;
    dispatch({ kind: 'sending' });
    try {
      const request = {
        depositId,
        proof: encodeProof(proof),
        ...(words !== '' && { comment: words }),
      };
      const options = { idempotencyKey: key, signal: controller.signal };
      const claim = await session.transport.call('deposit-claim', request, options);
      if (controller.signal.aborted) return cache.renew();
      analytics.submit();
      keepComment(session, depositId, '');
      cache.write(claim);
      onSent();
    } catch (error) {
      if (!controller.signal.aborted) handleFailure(toFailure(error));
    }
  };

  /** Sends the file. Resolves to false where there is none. */
  const send = (): boolean => {
    if (state.sending.kind === 'sending' || choice.kind === 'reading') return true;
    const hasProof = choice.kind === 'chosen';
    analytics.press(hasProof ? [] : ['proof']);
    if (hasProof) void submit(choice.proof);
    else dispatch({ kind: 'pressedWithout' });
    return hasProof;
  };

  /** Stops the upload. It may have arrived all the same: the deposit is loaded again. */
  const cancel = () => {
    upload.current?.abort();
    dispatch({ kind: 'canceled' });
    cache.renew();
  };

  return { ...state, comment, changeComment, choose, remove, send, cancel };
}

/** Returns the attempt for a press: the last one for the same file and words. */
function continueAttempt(last: Attempt | null, proof: Proof, comment: string): Attempt {
  if (last !== null && last.proof === proof && last.comment === comment) return last;
  return { proof, comment, key: crypto.randomUUID() };
}

/** The cached deposit, which the form changes. */
function useClaimCache(depositId: string) {
  const { transport } = useSession();
  const queryClient = useQueryClient();
  const { queryKey } = depositQuery(transport, depositId);
  const renew = () => {
    void queryClient.invalidateQueries({ queryKey });
    void queryClient.invalidateQueries({ queryKey: depositListQuery(transport).queryKey });
  };
  return {
    /** Loads it again, and the player's list. */
    renew,
    /** Shows the server's response at once. */
    write: (claim: Claim) => {
      queryClient.setQueryData(
        queryKey,
        (known) => known && { ...known, deposit: { ...known.deposit, claim } },
      );
      renew();
    },
  };
}
