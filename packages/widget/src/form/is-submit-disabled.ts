/** The conditions that disable a form's button. */
export interface SubmitConditions {
  isButtonDisabled: boolean;
  isLoading: boolean;
  /** A field was typed in, changed or left. */
  isTouched: boolean;
  /** Every visible field has a value. */
  areFieldsValid: boolean;
  /** No value has a known error. */
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
