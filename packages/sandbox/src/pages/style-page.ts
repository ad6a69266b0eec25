import type { DeclineReason } from '../decline-reasons.ts';
import type { Markup } from '../html.ts';
import type { FormFields } from '../page-actions.ts';
import type { Payment } from '../payment.ts';

/** Where the player stands on a page of several steps, and what was wrong with what they sent. */
export interface PageView {
  /** Null at first. */
  step: string | null;
  problem: string | null;
  /** Where the page's forms go. */
  formAction: string;
}

/** What a pressed button of a style's own leads to. */
export type StepOutcome =
  | { kind: 'approve' }
  | { kind: 'decline'; reason: DeclineReason }
  | { kind: 'leavePending' }
  | { kind: 'show'; step: string }
  | { kind: 'problem'; step: string | null; text: string };

/** A hosted page that looks like those of one kind of provider. What is typed there is judged, and kept nowhere. */
export interface StylePage {
  render: (payment: Payment, view: PageView) => Markup;
  /** Undefined where it has no such button. */
  submit: (action: string, fields: FormFields) => StepOutcome | undefined;
}
