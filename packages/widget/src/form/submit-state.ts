/** The conditions that a form's button depends on. */
export interface SubmitConditions {
  isButtonDisabled: boolean;
  isLoading: boolean;
  /** A field was typed in, changed or left. */
  isTouched: boolean;
  /** Every visible field has a value. */
  areFieldsValid: boolean;
  /** No value has a known error. */
  isFormValid: boolean;
  /** The amount is still to be entered: the button asks for it. */
  isAmountEmpty: boolean;
  /** There is an amount, and it can't be paid. */
  isAmountRefused: boolean;
}

/** What a press of a form's button does. */
export type SubmitState =
  /** The press validates the form and sends it. */
  | 'ready'
  /**
   * The button looks disabled and keeps the focus. A press leads to the first field that needs
   * attention.
   */
  | 'incomplete'
  /** The press does nothing: no field could be corrected now. */
  | 'disabled';

/**
 * The rule of §4: "Submit disabled when button disabled or loading, when fields invalid after a
 * touch, or when form and fields are invalid." An amount that can't be paid counts at once, before
 * its error shows (§5). A button that asks for the amount keeps its colour. Where the player can correct a field, the button is disabled by its look
 * alone (WAI-ARIA `aria-disabled`).
 */
export function resolveSubmitState({
  isButtonDisabled,
  isLoading,
  isTouched,
  areFieldsValid,
  isFormValid,
  isAmountEmpty,
  isAmountRefused,
}: SubmitConditions): SubmitState {
  if (isButtonDisabled || isLoading) return 'disabled';
  if (isAmountEmpty) return 'ready';
  if (isTouched && !areFieldsValid) return 'incomplete';
  if (!isFormValid && !areFieldsValid) return 'incomplete';
  return isAmountRefused ? 'incomplete' : 'ready';
}
