import type { PaymentMethod } from '@kassa/contract';
import { useState } from 'react';
import { useCaptcha } from '../../features/captcha/use-captcha.tsx';
import { FailureSnackbar } from '../../features/failure/failure-snackbar.tsx';
import {
  continuationOf,
  type DepositState,
  isCreating,
} from '../../flows/deposit/deposit.machine.ts';
import type { Continuation } from '../../flows/deposit/deposit-attempt.ts';
import { useDeposit } from '../../flows/deposit/use-deposit.ts';
import { RedirectForm } from './redirect-form.tsx';

export interface RedirectDepositProps {
  method: PaymentMethod;
  /** What is paid in. */
  currency: string;
  /** The country paid from, ISO 3166-1 in lower case. */
  country: string;
  /** The deposit that is gone on with, where it was begun before. */
  continues?: Continuation;
}

/** A deposit by a redirect method: its form, and what becomes of it once the button was pressed. */
export function RedirectDeposit({ continues: begun, ...form }: RedirectDepositProps) {
  const captcha = useCaptcha();
  const { method } = form;
  const deposit = useDeposit({ method, captcha, continues: begun ?? null });
  const { state, dismissFailure } = deposit;
  const round = useRound(state);
  return (
    <RedirectForm
      // A deposit that is over leaves nothing in the form that was asked for it alone.
      key={round}
      {...form}
      deposit={deposit}
      definitions={round === 0 ? begun?.fields : undefined}
      captcha={captcha.element}
    >
      {state.kind === 'idle' && state.failure !== null && (
        <FailureSnackbar failure={state.failure} onClose={dismissFailure} />
      )}
    </RedirectForm>
  );
}

/** Counts the deposits that were gone on with and came to their end. */
function useRound(state: DepositState): number {
  const isContinuing = continuationOf(state) !== null;
  const [rounds, setRounds] = useState({ isContinuing, ended: 0 });
  // One that has gone on to its payment needs the form as it is.
  const isAtForm = state.kind === 'idle' || isCreating(state);
  if (rounds.isContinuing !== isContinuing && isAtForm) {
    setRounds({ isContinuing, ended: rounds.ended + (isContinuing ? 0 : 1) });
  }
  return rounds.ended;
}
