/** What decides over a form's button. */
export interface SubmitConditions {
  isButtonDisabled: boolean;
  isLoading: boolean;
  /** Some field was typed in, changed or blurred. */
  isTouched: boolean;
  /** Every visible field has a value. */
  areFieldsValid: boolean;
  /** Nothing is known to be wrong with any value. */
  isFormValid: boolean;
}

/**
 * The rule of §4: "Submit disabled when button disabled or loading, when fields invalid after a
 * touch, or when form and fields are invalid."
 */
export function isSubmitDisabled({
  isButtonDisabled,
  isLoading,
  isTouched,
  areFieldsValid,
  isFormValid,
}: SubmitConditions): boolean {
  if (isButtonDisabled || isLoading) return true;
  if (isTouched && !areFieldsValid) return true;
  return !isFormValid && !areFieldsValid;
}
