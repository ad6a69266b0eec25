import type { Decimal, PaymentMethod } from '@kassa/contract';
import { useState } from 'react';
import { useCaptcha } from '../../../features/captcha/use-captcha.tsx';
import { FailureSnackbar } from '../../../features/failure/failure-snackbar.tsx';
import { continuationOf, type DepositState, isCreating } from '../deposit.machine.ts';
import type { Continuation } from '../deposit-attempt.ts';
import { useDeposit } from '../use-deposit.ts';
import { DepositForm } from './deposit-form.tsx';
import type { FormKind } from './form-kind.ts';

export interface FormDepositProps {
  kind: FormKind;
  method: PaymentMethod;
  /** What is paid in. */
  currency: string;
  /** The country paid from, ISO 3166-1 in lower case. */
  country: string;
  /** What stands in the amount's box at first, where it isn't the method's own to say. */
  startAmount?: Decimal | undefined;
  /** The deposit that is gone on with, where it was begun before. */
  continues?: Continuation;
}

/** A deposit that begins with a form: the form, and what becomes of it once the button was pressed. */
export function FormDeposit({ continues: begun, startAmount, ...form }: FormDepositProps) {
  const captcha = useCaptcha();
  const { method, currency } = form;
  const deposit = useDeposit({ method, currency, captcha, continues: begun ?? null });
  const { state, dismissFailure } = deposit;
  const round = useRound(state);
  return (
    <DepositForm
      // A deposit that is over leaves nothing in the form that was asked for it alone.
      key={round}
      {...form}
      deposit={deposit}
      definitions={round === 0 ? begun?.fields : undefined}
      startAmount={startAmount}
      captcha={captcha.element}
    >
      {state.kind === 'idle' && state.failure !== null && (
        <FailureSnackbar failure={state.failure} onClose={dismissFailure} />
      )}
    </DepositForm>
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
