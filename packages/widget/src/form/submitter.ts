import type { FieldDefinition } from '@kassa/contract';
import type { ReactNode } from 'react';
import type { Failure } from '../features/failure/failure.ts';
import type { Wallet } from '../features/wallet-button/wallet-button.tsx';
import type { FormControls, FormSubmission } from './form-controls.ts';

/**
 * Takes a valid payment form and carries it through to its end. The form itself doesn't know
 * whether money comes in or goes out: a deposit has a submitter, a withdrawal another.
 */
export interface Submitter {
  turn: SubmitterTurn;
  /** The button was pressed, whether the form is valid or not. */
  onPress?: () => void;
  /**
   * Goes on with a valid form. Called in the click itself, unless a field validated asynchronously.
   */
  submit(submission: FormSubmission, how: { isConfirmed: boolean }): void;
  /**
   * Returns a question that replaces the button for this amount; null for none. `confirm` submits
   * the form with `isConfirmed`.
   */
  ask?: (amount: FormControls['amount'], confirm: () => void) => ReactNode;
  /**
   * Returns what shows of a failure that is about no field, below the form, until the next press;
   * without it a snackbar shows it for a while.
   */
  showFailure?: (failure: Failure) => ReactNode;
  /** The player has read the failure. */
  dismissFailure(): void;
  /** The text of the button and the icon before it, or the wallet whose button it is. */
  describeButton(amount: FormControls['amount']): {
    words: string;
    icon?: ReactNode;
    wallet?: Wallet | undefined;
  };
  /** Fields that are requested later. They are added to the form, which stays as it is. */
  addedFields?: readonly FieldDefinition[] | undefined;
}

/** The side that has to act next. */
export type SubmitterTurn =
  /** The player may fill in the form and press the button. `failure` is that of the last press. */
  | { kind: 'player'; failure: Failure | null }
  /**
   * The submitter is busy. A screen reader announces `words`, which are empty where there is
   * nothing to announce. With `onCancel` the player may stop it.
   */
  | { kind: 'submitter'; words: string; onCancel?: (() => void) | undefined }
  /** The form is finished. `instead` replaces its button, null for nothing. */
  | { kind: 'over'; instead: ReactNode };
