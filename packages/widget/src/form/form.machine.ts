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
  type Verdict,
} from './form-state.ts';

/** A field and what stands in it at first. */
export interface FilledField {
  field: FormField;
  text: string;
  value: string;
  /** Fixed by the deposit that is there already. */
  isLocked?: boolean;
}

export type FormEvent =
  /** Anew, with these fields alone. */
  | { kind: 'started'; fields: readonly FilledField[] }
  /** A deposit is there, and goes on with what was filled in. */
  | { kind: 'depositCreated' }
  /** The provider asks for more (§4). */
  | { kind: 'fieldsAdded'; fields: readonly FilledField[] }
  | { kind: 'typed' | 'chosen'; key: string; text: string; value: string }
  | { kind: 'blurred'; key: string; text: string; value: string }
  | { kind: 'focused'; key: string }
  /** No key was pressed for a while (§9). */
  | { kind: 'debounced'; key: string }
  | { kind: 'validated'; key: string; ticket: number; fault: FieldFault | null }
  | { kind: 'submitted' }
  | { kind: 'serverRefused'; key: string; words: Words }
  /** Limits, say: what was right may be wrong now. */
  | { kind: 'contextChanged' }
  | { kind: 'toggled' }
  /** The field to bring into sight is there. */
  | { kind: 'revealed' };

/** What must be done because of an event, in this order. */
export type FormEffect =
  | { kind: 'validate'; key: string; value: string; ticket: number }
  /** Tell `debounced` after a while; another key begins the wait anew. */
  | { kind: 'wait'; key: string }
  | { kind: 'stopWaiting'; key: string }
  /** What the press of the button came to. */
  | { kind: 'answer'; isValid: boolean };

export interface FormTransition {
  state: FormState;
  effects: FormEffect[];
}

/** One step of a form. What is about a field that isn't there, or an answer that is late, changes nothing. */
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
      return judge(change(state, event.key, { isErrorShown: true }), [event.key]);
    case 'validated':
      return takeVerdict(state, event);
    case 'submitted':
      return submit(state);
    case 'serverRefused':
      return refuse(state, event);
    case 'contextChanged':
      return judgeAnew(state);
    case 'toggled':
      return { state: { ...state, isUnfolded: !state.isUnfolded }, effects: [] };
    case 'revealed':
      return { state: { ...state, isRevealing: false }, effects: [] };
  }
}

/** What was asked before is of no interest any more: its answers find no ticket. */
function start({ tickets }: FormState, fields: readonly FilledField[]): FormTransition {
  return addFields({ ...initialFormState, isStarted: true, tickets }, fields);
}

/** What is new may stand below the end of the screen. */
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
  // What bears the name of a field that is there takes its place.
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
  verdict: { kind: 'unjudged' },
  refusal: null,
} as const;

/** What the provider was told once isn't told again (design §3.6): it stays as it is. */
function lockAll(state: FormState): FormState {
  return state.fields.reduce((locked, { key }) => change(locked, key, { isLocked: true }), state);
}

/** Something else stands in the box: what was said of it before no longer holds. */
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
    verdict: { kind: 'unjudged' },
    refusal: null,
  });
  const filled = isChosen ? judge(next, [key]) : { state: next, effects: [] };
  const wait: FormEffect = { kind: isChosen || !isTimed(state, key) ? 'stopWaiting' : 'wait', key };
  // What was about to be sent is no longer what stands there.
  const stopped: FormEffect[] = state.isSubmitting ? [{ kind: 'answer', isValid: false }] : [];
  return {
    state: { ...filled.state, isSubmitting: false },
    effects: [...filled.effects, wait, ...stopped],
  };
}

/** Only an amount is judged while it is typed (§5). */
function isTimed({ fields }: FormState, key: string): boolean {
  return fields.some((field) => field.key === key && field.definition.type === 'amount');
}

/** Focus clears what is said (§4), unless the form put it there to show just that. */
function focus(state: FormState, key: string): FormTransition {
  if (state.isRevealing && state.revealed?.key === key) return { state, effects: [] };
  return { state: change(state, key, { isErrorShown: false, refusal: null }), effects: [] };
}

function blur(
  state: FormState,
  { key, text, value }: { key: string; text: string; value: string },
): FormTransition {
  const before = state.byKey[key];
  const verdict: Verdict = before?.value === value ? before.verdict : { kind: 'unjudged' };
  const left = { text, value, verdict, isTriggered: true, isErrorShown: true };
  const { state: judged, effects } = judge(change(state, key, left), [key]);
  return {
    state:
      errorOf(judged, key) === null ? judged : { ...judged, announced: { kind: 'field', key } },
    effects: [{ kind: 'stopWaiting', key }, ...effects],
  };
}

/** Asks for the verdicts that aren't there yet. */
function judge(state: FormState, keys: readonly string[]): FormTransition {
  const effects: FormEffect[] = [];
  let next = state;
  for (const key of keys) {
    const field = next.byKey[key];
    if (field?.verdict.kind !== 'unjudged') continue;
    const ticket = next.tickets + 1;
    next = change({ ...next, tickets: ticket }, key, { verdict: { kind: 'pending', ticket } });
    effects.push({ kind: 'validate', key, value: field.value, ticket });
  }
  return { state: next, effects };
}

function takeVerdict(
  state: FormState,
  { key, ticket, fault }: { key: string; ticket: number; fault: FieldFault | null },
): FormTransition {
  const verdict = state.byKey[key]?.verdict;
  if (verdict?.kind !== 'pending' || verdict.ticket !== ticket) return { state, effects: [] };
  const judged = change(state, key, { verdict: { kind: 'judged', fault } });
  if (state.isSubmitting) return answer(judged);
  if (errorOf(judged, key) === null) return { state: judged, effects: [] };
  const announced = { kind: 'field', key } as const;
  return { state: unfoldFor({ ...judged, announced }, key), effects: [] };
}

/** Every field counts as touched, and says what is wrong; what the server refused may be tried again. */
function submit(state: FormState): FormTransition {
  const keys = listOpen(state).map(({ key }) => key);
  const shown = keys.reduce(
    (form, key) => change(form, key, { isTriggered: true, isErrorShown: true, refusal: null }),
    state,
  );
  const { state: judged, effects } = judge({ ...shown, isSubmitting: true, announced: null }, keys);
  const waits = keys.map((key): FormEffect => ({ kind: 'stopWaiting', key }));
  const answered = answer(judged);
  return { state: answered.state, effects: [...waits, ...effects, ...answered.effects] };
}

/** Once nobody has still to answer, the form may be sent, or its first error comes into sight. */
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

function judgeAnew(state: FormState): FormTransition {
  const keys = state.fields.map(({ key }) => key);
  const isAsked = (key: string) =>
    state.byKey[key]?.isErrorShown === true || state.byKey[key]?.verdict.kind === 'pending';
  const unjudged = keys.reduce(
    (form, key) => change(form, key, { verdict: { kind: 'unjudged' } }),
    state,
  );
  return judge(unjudged, keys.filter(isAsked));
}

function reveal(state: FormState, key: string): FormState {
  return unfoldFor({ ...state, revealed: { key }, isRevealing: true }, key);
}

/** What is folded away unfolds by itself where something is wrong with it. */
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
