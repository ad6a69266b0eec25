import type { FieldFault } from '../fields/shared/field.ts';
import type { Words } from '../i18n/text.ts';
import { type FormField, filterAsked } from './form-fields.ts';

/** What is known of whether a field's value is right. An answer counts for its own ticket alone. */
export type Verdict =
  | { kind: 'unjudged' }
  | { kind: 'pending'; ticket: number }
  | { kind: 'judged'; fault: FieldFault | null };

export interface FieldState {
  /** What stands in the box. */
  text: string;
  /** What it stands for, as rules see it. */
  value: string;
  /** `given`: it stood there from the start. */
  origin: 'given' | 'typed' | 'chosen';
  /** Typed, changed or blurred (§4). */
  isTriggered: boolean;
  /** Whether what is wrong is said: a field that has the focus is not nagged. */
  isErrorShown: boolean;
  /** A deposit has been created with it: it stays as it is, and isn't sent again. */
  isLocked: boolean;
  verdict: Verdict;
  /** What the server said of the value, until it is touched or sent again. */
  refusal: Words | null;
}

/** A payment form (§4 "Form"), of which what is shown is a function. */
export interface FormState {
  /** The fields are there. */
  isStarted: boolean;
  /** So many times the provider asked for more. */
  additions: number;
  fields: readonly FormField[];
  byKey: Readonly<Record<string, FieldState>>;
  /** Whether the advanced fields are in sight. */
  isUnfolded: boolean;
  /** The button was pressed, and somebody has still to answer. */
  isSubmitting: boolean;
  /** The field to bring into sight: a new object each time. */
  revealed: { key: string } | null;
  /** That field is about to get the focus, which is not the player's doing. */
  isRevealing: boolean;
  /** What a screen reader is told. */
  announced: { kind: 'field'; key: string } | { kind: 'count' } | null;
  /** So many were given out. */
  tickets: number;
}

export const initialFormState: FormState = {
  isStarted: false,
  additions: 0,
  fields: [],
  byKey: {},
  isUnfolded: false,
  isSubmitting: false,
  revealed: null,
  isRevealing: false,
  announced: null,
  tickets: 0,
};

/** The fields that are asked for now; the others keep their text, and aren't sent (§4). */
export function listAsked(state: FormState): FormField[] {
  return filterAsked(state.fields, (key) => state.byKey[key]?.value ?? '');
}

/** Those of them that the player fills in; what a deposit has already been created with is past. */
export function listOpen(state: FormState): FormField[] {
  return listAsked(state).filter(({ key }) => state.byKey[key]?.isLocked !== true);
}

/** Those of them that are in sight. */
export function listVisible(state: FormState): FormField[] {
  return listOpen(state).filter(
    ({ definition }) => state.isUnfolded || definition.isAdvanced !== true,
  );
}

/** What is known to be wrong with a field's value. */
export function faultOf(state: FormState, key: string): FieldFault | null {
  const verdict = state.byKey[key]?.verdict;
  return verdict?.kind === 'judged' ? verdict.fault : null;
}

/** What the player reads to be wrong with a field: only once it is dirty (§4). */
export function errorOf(state: FormState, key: string): Words | null {
  const field = state.byKey[key];
  if (field === undefined || !field.isTriggered || !field.isErrorShown) return null;
  return field.refusal ?? faultOf(state, key)?.words ?? null;
}

/** Whether somebody has still to answer whether a value is right. */
export function isPending(state: FormState): boolean {
  return listOpen(state).some(({ key }) => state.byKey[key]?.verdict.kind === 'pending');
}

/** "Fields valid means every visible field has a value" (§4); one that may be left out needs none. */
export function areFieldsValid(state: FormState): boolean {
  return listVisible(state).every(({ key, definition }) => {
    if (definition.isOptional === true) return true;
    return (state.byKey[key]?.text ?? '').trim() !== '';
  });
}

/** What is known of the form as a whole: untouched or dirty, valid or invalid (§4). */
export function summarize(state: FormState) {
  const asked = listAsked(state);
  return {
    isTouched: asked.some(({ key }) => state.byKey[key]?.isTriggered === true),
    areFieldsValid: areFieldsValid(state),
    isFormValid: listOpen(state).every(({ key }) => faultOf(state, key) === null),
  };
}
