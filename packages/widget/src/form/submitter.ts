import type { FieldDefinition } from '@kassa/contract';
import type { ReactNode } from 'react';
import type { Failure } from '../features/failure/failure.ts';
import type { FormControls, FormSubmission } from './form-controls.ts';

/**
 * What a payment form is for: takes the valid form and sees it through to its end. The form itself
 * doesn't know whether money comes in or goes out: a deposit has a submitter, a withdrawal another.
 */
export interface Submitter {
  turn: SubmitterTurn;
  /** The button was pressed, whatever stands in the form. */
  onPress?: () => void;
  /** Goes on with a valid form. Called in the click itself, unless somebody had to be asked first. */
  submit(submission: FormSubmission): void;
  /** The player has read what went wrong. */
  dismissFailure(): void;
  /** The button's words, and what stands before them. */
  describeButton(amount: FormControls['amount']): { words: string; icon?: ReactNode };
  /** What is asked for besides, once it is known: it is added to the form, which stays as it is. */
  addedFields?: readonly FieldDefinition[] | undefined;
}

/** Whose turn it is. */
export type SubmitterTurn =
  /** The player's, who may fill in and press; `failure` is what became of the last press. */
  | { kind: 'player'; failure: Failure | null }
  /** The submitter's; `words` for a screen reader, empty while there is nothing to say. */
  | { kind: 'submitter'; words: string }
  /** The form is done with; what stands in its button's place, null where nothing does. */
  | { kind: 'over'; instead: ReactNode };
