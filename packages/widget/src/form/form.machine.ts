import type { FieldFault } from '../fields/shared/field.ts';
import type { Words } from '../i18n/text.ts';
import type { FormField } from './form-fields.ts';
import {
  errorOf,
  type FieldState,
  type FormState,
  faultOf,
  initialFormState,
  isPending,
  listOpen,
  type Validation,
} from './form-state.ts';

/** A field and its initial value. */
export interface FilledField {
  field: FormField;
  text: string;
  value: string;
  /** The value is fixed by an existing deposit. */
  isLocked?: boolean;
}

export type FormEvent =
  /** Starts again with these fields alone. */
  | { kind: 'started'; fields: readonly FilledField[] }
  /** A deposit was created with the values, and goes on. */
  | { kind: 'depositCreated' }
  /** The provider asks for more fields (§4). */
  | { kind: 'fieldsAdded'; fields: readonly FilledField[] }
  | { kind: 'typed' | 'chosen'; key: string; text: string; value: string }
  | { kind: 'blurred'; key: string; text: string; value: string }
  | { kind: 'focused'; key: string }
  /** The pause after the last key is over (§9). */
  | { kind: 'debounced'; key: string }
  | { kind: 'validated'; key: string; ticket: number; fault: FieldFault | null }
  | { kind: 'submitted' }
  | { kind: 'serverRefused'; key: string; words: Words }
  /**
   * The limits, for example, have changed: valid values may have become invalid, and the reverse.
   */
  | { kind: 'contextChanged' }
  | { kind: 'toggled' }
  /** Saved details stand in for all fields but the amount, or no longer do. */
  | { kind: 'narrowed'; isAmountOnly: boolean }
  /** The field to bring into sight is there. */
  | { kind: 'revealed' };

/** Actions for the runner, carried out in this order. */
export type FormEffect =
  | { kind: 'validate'; key: string; value: string; ticket: number }
  /** Send `debounced` after a pause; another key starts the pause again. */
  | { kind: 'wait'; key: string }
  | { kind: 'stopWaiting'; key: string }
  /** The result of a press of the button. */
  | { kind: 'answer'; isValid: boolean };

export interface FormTransition {
  state: FormState;
  effects: FormEffect[];
}

/** Performs one step of a form. Events for an unknown field and late results change nothing. */
export function reduceForm(state: FormState, event: FormEvent): FormTransition {
  if ('key' in event && state.byKey[event.key] === undefined) return { state, effects: [] };
  switch (event.kind) {
    case 'started':
      return start(state, event.fields);
    case 'fieldsAdded':
      return addMore(state, event.fields);
    case 'depositCreated':
      return { state: lockAll(state), effects: [] };
    case 'typed':
    case 'chosen':
      return fill(state, event);
    case 'focused':
      return focus(state, event.key);
    case 'blurred':
      return blur(state, event);
    case 'debounced':
      return requestValidations(change(state, event.key, { isErrorShown: true }), [event.key]);
    case 'validated':
      return takeValidation(state, event);
    case 'submitted':
      return submit(state);
    case 'serverRefused':
      return refuse(state, event);
    case 'contextChanged':
      return validateAgain(state);
    case 'toggled':
      return { state: { ...state, isUnfolded: !state.isUnfolded }, effects: [] };
    case 'narrowed':
      return { state: narrow(state, event.isAmountOnly), effects: [] };
    case 'revealed':
      return { state: { ...state, isRevealing: false }, effects: [] };
  }
}

function narrow(state: FormState, isAmountOnly: boolean): FormState {
  return state.isAmountOnly === isAmountOnly ? state : { ...state, isAmountOnly };
}

/** Starts again. Results of earlier validations no longer find their ticket. */
function start(
  { tickets, isAmountOnly }: FormState,
  fields: readonly FilledField[],
): FormTransition {
  return addFields({ ...initialFormState, isStarted: true, isAmountOnly, tickets }, fields);
}

/** Adds fields and reveals the first of them, which may be below the end of the screen. */
function addMore(state: FormState, fields: readonly FilledField[]): FormTransition {
  const added = addFields({ ...state, additions: state.additions + 1 }, fields).state;
  const first = listOpen(added).find(({ key }) => fields.some(({ field }) => field.key === key));
  return { state: first === undefined ? added : reveal(added, first.key), effects: [] };
}

function addFields(state: FormState, added: readonly FilledField[]): FormTransition {
  const byKey = { ...state.byKey };
  for (const { field, text, value, isLocked = false } of added) {
    byKey[field.key] = { ...untouched, text, value, isLocked };
  }
  // A new field replaces the one of the same name.
  const replaced = new Map(added.map(({ field }) => [field.key, field]));
  const kept = state.fields.map((field) => replaced.get(field.key) ?? field);
  const isKept = new Set(kept.map(({ key }) => key));
  const appended = added.map(({ field }) => field).filter(({ key }) => !isKept.has(key));
  return { state: { ...state, fields: [...kept, ...appended], byKey }, effects: [] };
}

const untouched = {
  origin: 'given',
  isTriggered: false,
  isErrorShown: false,
  validation: { kind: 'none' },
  refusal: null,
} as const;

/** Locks all fields: a deposit's values aren't sent to the provider twice (design §3.6). */
function lockAll(state: FormState): FormState {
  return state.fields.reduce((locked, { key }) => change(locked, key, { isLocked: true }), state);
}

/** Puts a new value into a field. Its earlier error no longer applies. */
function fill(
  state: FormState,
  {
    kind,
    key,
    text,
    value,
  }: { kind: 'typed' | 'chosen'; key: string; text: string; value: string },
): FormTransition {
  const isChosen = kind === 'chosen';
  const next = change({ ...state, announced: null }, key, {
    text,
    value,
    origin: kind,
    isTriggered: true,
    isErrorShown: isChosen,
    validation: { kind: 'none' },
    refusal: null,
  });
  const filled = isChosen ? requestValidations(next, [key]) : { state: next, effects: [] };
  const wait: FormEffect = { kind: isChosen || !isTimed(state, key) ? 'stopWaiting' : 'wait', key };
  // The value changed, so a waiting submission is cancelled.
  const stopped: FormEffect[] = state.isSubmitting ? [{ kind: 'answer', isValid: false }] : [];
  return {
    state: { ...filled.state, isSubmitting: false },
    effects: [...filled.effects, wait, ...stopped],
  };
}

/** Only an amount is validated while it is typed (§5). */
function isTimed({ fields }: FormState, key: string): boolean {
  return fields.some((field) => field.key === key && field.definition.type === 'amount');
}

/** Focus clears the error (§4), unless the form set the focus to show that error. */
function focus(state: FormState, key: string): FormTransition {
  if (state.isRevealing && state.revealed?.key === key) return { state, effects: [] };
  return { state: change(state, key, { isErrorShown: false, refusal: null }), effects: [] };
}

function blur(
  state: FormState,
  { key, text, value }: { key: string; text: string; value: string },
): FormTransition {
  const before = state.byKey[key];
  // The quick picks follow the empty amount: a player on the way to them has made no mistake.
  const isPassedBy = isTimed(state, key) && before?.isTriggered === false && text === '';
  if (isPassedBy) return { state, effects: [] };
  const validation: Validation = before?.value === value ? before.validation : { kind: 'none' };
  const left = { text, value, validation, isTriggered: true, isErrorShown: true };
  const { state: validated, effects } = requestValidations(change(state, key, left), [key]);
  return {
    state:
      errorOf(validated, key) === null
        ? validated
        : { ...validated, announced: { kind: 'field', key } },
    effects: [{ kind: 'stopWaiting', key }, ...effects],
  };
}

/** Requests the validations that are missing. */
function requestValidations(state: FormState, keys: readonly string[]): FormTransition {
  const effects: FormEffect[] = [];
  let next = state;
  for (const key of keys) {
    const field = next.byKey[key];
    if (field?.validation.kind !== 'none') continue;
    const ticket = next.tickets + 1;
    next = change({ ...next, tickets: ticket }, key, { validation: { kind: 'pending', ticket } });
    effects.push({ kind: 'validate', key, value: field.value, ticket });
  }
  return { state: next, effects };
}

function takeValidation(
  state: FormState,
  { key, ticket, fault }: { key: string; ticket: number; fault: FieldFault | null },
): FormTransition {
  const validation = state.byKey[key]?.validation;
  if (validation?.kind !== 'pending' || validation.ticket !== ticket) return { state, effects: [] };
  const validated = change(state, key, { validation: { kind: 'done', fault } });
  if (state.isSubmitting) return answer(validated);
  if (errorOf(validated, key) === null) return { state: validated, effects: [] };
  const announced = { kind: 'field', key } as const;
  return { state: unfoldFor({ ...validated, announced }, key), effects: [] };
}

/**
 * Marks every field as touched and shows all errors. A value that the server rejected may be sent
 * again.
 */
function submit(state: FormState): FormTransition {
  const keys = listOpen(state).map(({ key }) => key);
  const shown = keys.reduce(
    (form, key) => change(form, key, { isTriggered: true, isErrorShown: true, refusal: null }),
    state,
  );
  const { state: validated, effects } = requestValidations(
    { ...shown, isSubmitting: true, announced: null },
    keys,
  );
  const waits = keys.map((key): FormEffect => ({ kind: 'stopWaiting', key }));
  const answered = answer(validated);
  return { state: answered.state, effects: [...waits, ...effects, ...answered.effects] };
}

/**
 * Finishes the submission once no validation is pending: the form is sent, or its first error is
 * brought into sight.
 */
function answer(state: FormState): FormTransition {
  if (isPending(state)) return { state, effects: [] };
  const wrong = listOpen(state).find(({ key }) => faultOf(state, key) !== null);
  const settled: FormState = { ...state, isSubmitting: false };
  if (wrong === undefined) return { state: settled, effects: [{ kind: 'answer', isValid: true }] };
  const revealed = reveal({ ...settled, announced: { kind: 'count' } }, wrong.key);
  return { state: revealed, effects: [{ kind: 'answer', isValid: false }] };
}

function refuse(state: FormState, { key, words }: { key: string; words: Words }): FormTransition {
  const refused = change(state, key, { refusal: words, isTriggered: true, isErrorShown: true });
  return {
    state: reveal({ ...refused, announced: { kind: 'field', key } }, key),
    effects: [],
  };
}

function validateAgain(state: FormState): FormTransition {
  const keys = state.fields.map(({ key }) => key);
  const isAsked = (key: string) =>
    state.byKey[key]?.isErrorShown === true || state.byKey[key]?.validation.kind === 'pending';
  const cleared = keys.reduce(
    (form, key) => change(form, key, { validation: { kind: 'none' } }),
    state,
  );
  return requestValidations(cleared, keys.filter(isAsked));
}

function reveal(state: FormState, key: string): FormState {
  return unfoldFor({ ...state, revealed: { key }, isRevealing: true }, key);
}

/** Unfolds the advanced fields where one of them has an error. */
function unfoldFor(state: FormState, key: string): FormState {
  const isAdvanced = state.fields.some(
    (field) => field.key === key && field.definition.isAdvanced === true,
  );
  return isAdvanced ? { ...state, isUnfolded: true } : state;
}

function change(state: FormState, key: string, changes: Partial<FieldState>): FormState {
  const field = state.byKey[key];
  if (field === undefined) return state;
  return { ...state, byKey: { ...state.byKey, [key]: { ...field, ...changes } } };
}
