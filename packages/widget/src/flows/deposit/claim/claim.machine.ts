import type { Failure } from '../../../features/failure/failure.ts';
import type { PreparedProof, Proof, ProofProblem } from './prepare-proof.ts';

/** The player's file. */
export type ProofChoice =
  | { kind: 'none' }
  | { kind: 'reading' }
  | { kind: 'chosen'; proof: Proof }
  /** There is none to send: the last one was refused, or none was chosen before the press. */
  | { kind: 'refused'; problem: ProofProblem | 'missing' };

export type Sending = { kind: 'idle' } | { kind: 'sending' } | { kind: 'failed'; failure: Failure };

export interface ClaimFormState {
  choice: ProofChoice;
  sending: Sending;
}

export type ClaimFormEvent =
  | { kind: 'reading' }
  | { kind: 'prepared'; prepared: PreparedProof }
  | { kind: 'removed' }
  /** The button was pressed without a file. */
  | { kind: 'pressedWithout' }
  | { kind: 'sending' }
  | { kind: 'canceled' }
  | { kind: 'failed'; failure: Failure };

export const emptyClaimForm: ClaimFormState = {
  choice: { kind: 'none' },
  sending: { kind: 'idle' },
};

/** The form of a claim: a file that is chosen, prepared and sent. A failure keeps the file. */
export function reduceClaimForm(state: ClaimFormState, event: ClaimFormEvent): ClaimFormState {
  const idle: Sending = { kind: 'idle' };
  switch (event.kind) {
    case 'reading':
      return { choice: { kind: 'reading' }, sending: idle };
    case 'prepared': {
      const { prepared } = event;
      if (prepared.kind === 'refused') return { choice: prepared, sending: idle };
      return { choice: { kind: 'chosen', proof: prepared.proof }, sending: idle };
    }
    case 'removed':
      return emptyClaimForm;
    case 'pressedWithout':
      if (state.choice.kind !== 'none') return state;
      return { choice: { kind: 'refused', problem: 'missing' }, sending: idle };
    case 'sending':
      return { ...state, sending: { kind: 'sending' } };
    case 'canceled':
      return { ...state, sending: idle };
    case 'failed': {
      const problem = resolveProblem(event.failure);
      if (problem !== null) return { choice: { kind: 'refused', problem }, sending: idle };
      return { ...state, sending: { kind: 'failed', failure: event.failure } };
    }
  }
}

/** Returns what is wrong with the file itself; null for any other failure. */
function resolveProblem({ code, status }: Failure): ProofProblem | null {
  if (code === 'proof.unreadable') return 'unreadable';
  // A proxy may refuse a large body before the server reads it.
  return code === 'request.tooLarge' || status === 413 ? 'tooLarge' : null;
}
