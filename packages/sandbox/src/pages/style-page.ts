import type { DeclineReason } from '../decline-reasons.ts';
import type { Markup } from '../html.ts';
import type { FormFields } from '../page-actions.ts';
import type { Payment } from '../payment.ts';

/** The player's position in a page of several steps, and the problem with their last input. */
export interface PageView {
  /** Null for the first step. */
  step: string | null;
  problem: string | null;
  /** The target of the page's forms. */
  formAction: string;
}

/** The result of a style's own button. */
export type StepOutcome =
  | { kind: 'approve' }
  | { kind: 'decline'; reason: DeclineReason }
  | { kind: 'leavePending' }
  | { kind: 'show'; step: string }
  | { kind: 'problem'; step: string | null; text: string };

/** A hosted page in the look of one kind of provider. Its input is validated and never stored. */
export interface StylePage {
  render: (payment: Payment, view: PageView) => Markup;
  /** Returns undefined if the page has no such button. */
  submit: (action: string, fields: FormFields) => StepOutcome | undefined;
}
