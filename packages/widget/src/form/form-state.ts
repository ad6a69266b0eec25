import type { FieldFault } from '../fields/shared/field.ts';
import type { Words } from '../i18n/text.ts';
import { type FormField, filterAsked } from './form-fields.ts';

/**
 * The state of a field's validation. A late result counts only for the ticket that it was started
 * with.
 */
export type Validation =
  | { kind: 'none' }
  | { kind: 'pending'; ticket: number }
  | { kind: 'done'; fault: FieldFault | null };

export interface FieldState {
  /** The text in the input. */
  text: string;
  /** The value of that text, as the rules see it. */
  value: string;
  /** `given`: a value that the field had from the start. */
  origin: 'given' | 'typed' | 'chosen';
  /** The field was typed in, changed or left (§4). */
  isTriggered: boolean;
  /** Whether the field's error shows. It doesn't while the field has the focus. */
  isErrorShown: boolean;
  /** A deposit has been created with the field. It can't be changed and isn't sent again. */
  isLocked: boolean;
  validation: Validation;
  /** The server's rejection of the value, until the value is changed or sent again. */
  refusal: Words | null;
}

/** A payment form (§4 "Form"). The screen is a function of this state. */
export interface FormState {
  /** The fields are there. */
  isStarted: boolean;
  /** The number of times that the provider asked for more fields. */
  additions: number;
  fields: readonly FormField[];
  byKey: Readonly<Record<string, FieldState>>;
  /** The amount alone is asked for, besides what the provider asks for later. */
  isAmountOnly: boolean;
  /** Whether the advanced fields are visible. */
  isUnfolded: boolean;
  /** The button was pressed, and an asynchronous validation still runs. */
  isSubmitting: boolean;
  /** The field to bring into sight: a new object each time. */
  revealed: { key: string } | null;
  /** The form is about to focus that field itself. It isn't the player's focus. */
  isRevealing: boolean;
  /** The errors for a screen reader. */
  announced: { kind: 'field'; key: string } | { kind: 'count' } | null;
  /** The number of tickets given out. */
  tickets: number;
}

export const initialFormState: FormState = {
  isStarted: false,
  additions: 0,
  fields: [],
  byKey: {},
  isAmountOnly: false,
  isUnfolded: false,
  isSubmitting: false,
  revealed: null,
  isRevealing: false,
  announced: null,
  tickets: 0,
};

/**
 * Returns the fields that the form asks for now. The others keep their text and aren't sent (§4).
 */
export function listAsked(state: FormState): FormField[] {
  const asked = filterAsked(state.fields, (key) => state.byKey[key]?.value ?? '');
  if (!state.isAmountOnly) return asked;
  return asked.filter(({ definition, isOfDeposit }) => definition.type === 'amount' || isOfDeposit);
}

/**
 * Returns those of {@link listAsked} that the player can fill in: not those that a deposit was
 * created with.
 */
export function listOpen(state: FormState): FormField[] {
  return listAsked(state).filter(({ key }) => state.byKey[key]?.isLocked !== true);
}

/** Returns those of {@link listOpen} that are visible. */
export function listVisible(state: FormState): FormField[] {
  return listOpen(state).filter(
    ({ definition }) => state.isUnfolded || definition.isAdvanced !== true,
  );
}

/** Returns the known error of a field's value. */
export function faultOf(state: FormState, key: string): FieldFault | null {
  const validation = state.byKey[key]?.validation;
  return validation?.kind === 'done' ? validation.fault : null;
}

/** Returns the error that the player reads below a field: only once the field is dirty (§4). */
export function errorOf(state: FormState, key: string): Words | null {
  const field = state.byKey[key];
  if (field === undefined || !field.isTriggered || !field.isErrorShown) return null;
  return field.refusal ?? faultOf(state, key)?.words ?? null;
}

/** Returns whether an asynchronous validation still runs. */
export function isPending(state: FormState): boolean {
  return listOpen(state).some(({ key }) => state.byKey[key]?.validation.kind === 'pending');
}

/** "Fields valid means every visible field has a value" (§4). An optional field needs none. */
export function areFieldsValid(state: FormState): boolean {
  return listVisible(state).every(({ key, definition }) => {
    if (definition.isOptional === true) return true;
    return (state.byKey[key]?.text ?? '').trim() !== '';
  });
}

/** Summarizes the form: untouched or dirty, valid or invalid (§4). */
export function summarize(state: FormState) {
  const asked = listAsked(state);
  return {
    isTouched: asked.some(({ key }) => state.byKey[key]?.isTriggered === true),
    areFieldsValid: areFieldsValid(state),
    isFormValid: listOpen(state).every(({ key }) => faultOf(state, key) === null),
  };
}
