import type { FieldDefinition } from '@kassa/contract';
import { buildDropdownField, buildPixFields, buildTextField } from '@kassa/test-kit';
import { describe, expect, test } from 'vitest';
import type { Words } from '../i18n/text.ts';
import { type FormEvent, reduceForm } from './form.machine.ts';
import { listFormFields } from './form-fields.ts';
import {
  areFieldsValid,
  errorOf,
  type FormState,
  initialFormState,
  isPending,
  listVisible,
  summarize,
} from './form-state.ts';

const missing: Words = { key: 'form.field.missing' };
const broken: Words = { key: 'form.field.broken' };
const wrong = { words: broken };

const started = (definitions: readonly FieldDefinition[]): FormEvent => ({
  kind: 'started',
  fields: listFormFields(definitions).map((field) => ({ field, text: '', value: '' })),
});
const typed = (key: string, text: string): FormEvent => ({ kind: 'typed', key, text, value: text });
const chosen = (key: string, text: string): FormEvent => ({
  kind: 'chosen',
  key,
  text,
  value: text,
});
const blurred = (key: string, text = ''): FormEvent => ({
  kind: 'blurred',
  key,
  text: text.trim(),
  value: text.trim(),
});
const focused = (key: string): FormEvent => ({ kind: 'focused', key });
const submitted: FormEvent = { kind: 'submitted' };
const narrowed = (isAmountOnly: boolean): FormEvent => ({ kind: 'narrowed', isAmountOnly });
const contextChanged: FormEvent = { kind: 'contextChanged' };

/**
 * Plays events one after the other. Validations finish at once, except for those listed in `late`.
 */
function play(
  events: readonly FormEvent[],
  {
    definitions = [buildTextField()],
    late = [],
    state: given,
  }: { definitions?: FieldDefinition[]; late?: string[]; state?: FormState } = {},
) {
  let state = given ?? reduceForm(initialFormState, started(definitions)).state;
  const effectNames: string[] = [];
  const answers: boolean[] = [];
  const tickets: { key: string; ticket: number; value: string }[] = [];
  const queue = [...events];
  for (let event = queue.shift(); event !== undefined; event = queue.shift()) {
    const { state: next, effects } = reduceForm(state, event);
    state = next;
    const validations: FormEvent[] = [];
    for (const effect of effects) {
      if (effect.kind === 'answer') answers.push(effect.isValid);
      else effectNames.push(`${effect.kind} ${effect.key}`);
      if (effect.kind !== 'validate') continue;
      tickets.push(effect);
      if (late.includes(effect.key)) continue;
      validations.push({ ...effect, kind: 'validated', fault: validate(effect.value) });
    }
    queue.unshift(...validations);
  }
  return { state, effectNames, answers, tickets };
}

/** Validates a value: it must not be empty or contain an `x`. */
function validate(value: string) {
  if (value === '') return { words: missing };
  return value.includes('x') ? wrong : null;
}

describe('the error of a field', () => {
  test.each<[string, FormEvent[], Words | null]>([
    ['untouched', [], null],
    ['typed in, but not left', [typed('holder', 'x')], null],
    ['left with an invalid value', [typed('holder', 'x'), blurred('holder', 'x')], broken],
    ['left empty', [focused('holder'), blurred('holder')], missing],
    ['left with a valid value', [typed('holder', 'a'), blurred('holder', 'a')], null],
    ['focused again', [blurred('holder'), focused('holder')], null],
    [
      'left again without a change',
      [blurred('holder'), focused('holder'), blurred('holder')],
      missing,
    ],
    ['typed in again', [blurred('holder'), typed('holder', 'x')], null],
    ['chosen with an invalid value', [chosen('holder', 'x')], broken],
    ['submitted', [submitted], missing],
    ['rejected by the server', [{ kind: 'serverRefused', key: 'holder', words: broken }], broken],
    [
      'rejected by the server and focused by the player',
      [
        { kind: 'serverRefused', key: 'holder', words: broken },
        { kind: 'revealed' },
        focused('holder'),
      ],
      null,
    ],
    [
      'rejected by the server and typed in',
      [{ kind: 'serverRefused', key: 'holder', words: broken }, typed('holder', 'a')],
      null,
    ],
  ])('%s', (_, events, words) => {
    expect(errorOf(play(events).state, 'holder')).toEqual(words);
  });

  test('the focus that brings an error into sight keeps it, the next focus clears it', () => {
    const { state } = play([submitted, focused('amount'), { kind: 'revealed' }]);
    expect(errorOf(state, 'amount')).toEqual(missing);
    expect(errorOf(play([focused('amount')], { state }).state, 'amount')).toBeNull();
  });

  test('blur trims the text', () => {
    const { state } = play([typed('holder', ' a '), blurred('holder', ' a ')]);
    expect(state.byKey.holder).toMatchObject({ text: 'a', value: 'a' });
  });

  test('an unknown field changes nothing', () => {
    const { state } = play([]);
    expect(reduceForm(state, typed('iban', 'x'))).toEqual({ state, effects: [] });
  });
});

describe('an empty amount that is left', () => {
  test.each<[string, FormEvent[], Words | null]>([
    ['on the way to the quick picks', [focused('amount'), blurred('amount')], null],
    [
      'after something was typed and deleted',
      [typed('amount', '5'), typed('amount', ''), blurred('amount')],
      missing,
    ],
    ['after a press of the button', [submitted, focused('amount'), blurred('amount')], missing],
  ])('%s', (_, events, words) => {
    const { state } = play(events);
    expect(errorOf(state, 'amount')).toEqual(words);
    expect(summarize(state).isTouched).toBe(words !== null);
  });
});

describe('triggered once typed, changed or blurred (§4)', () => {
  test.each<[FormEvent, boolean]>([
    [typed('holder', 'a'), true],
    [chosen('holder', 'a'), true],
    [blurred('holder'), true],
    [focused('holder'), false],
    [contextChanged, false],
  ])('%j: %s', (event, isTriggered) => {
    const { state } = play([event]);
    expect(state.byKey.holder?.isTriggered).toBe(isTriggered);
    expect(summarize(state).isTouched).toBe(isTriggered);
  });
});

describe('an amount is validated while it is typed (§5)', () => {
  test('after a pause, which another key starts again', () => {
    const { effectNames } = play([typed('amount', '1'), typed('amount', '1x')]);
    expect(effectNames).toEqual(['wait amount', 'wait amount']);
  });

  test('then its error shows although it has the focus', () => {
    const { state } = play([typed('amount', 'x'), { kind: 'debounced', key: 'amount' }]);
    expect(errorOf(state, 'amount')).toEqual(broken);
  });

  test('a quick pick is validated at once and ends the pause', () => {
    const { effectNames, state } = play([typed('amount', '1'), chosen('amount', '50')]);
    expect(effectNames).toEqual(['wait amount', 'validate amount', 'stopWaiting amount']);
    expect(state.byKey.amount).toMatchObject({ origin: 'chosen', isTriggered: true });
  });

  test('another field is validated once it is left', () => {
    const { effectNames } = play([typed('holder', 'x')]);
    expect(effectNames).toEqual(['stopWaiting holder']);
  });
});

describe('submitting', () => {
  test('validates all fields, shows every error and leads to the first', () => {
    const { state, answers } = play([typed('amount', '5'), submitted], {
      definitions: [buildTextField(), buildTextField({ name: 'city' })],
    });
    expect(answers).toEqual([false]);
    expect([errorOf(state, 'amount'), errorOf(state, 'holder'), errorOf(state, 'city')]).toEqual([
      null,
      missing,
      missing,
    ]);
    expect(state).toMatchObject({ revealed: { key: 'holder' }, announced: { kind: 'count' } });
  });

  test('brings the same error into sight again each time', () => {
    const first = play([submitted]).state;
    const second = play([submitted], { state: first }).state;
    expect(second.revealed).toEqual(first.revealed);
    expect(second.revealed).not.toBe(first.revealed);
  });

  test('a valid form is submitted in the same step', () => {
    const { answers } = play([typed('amount', '5'), typed('holder', 'a'), submitted]);
    expect(answers).toEqual([true]);
  });

  test('a rejected value may be sent again: another field may have been the reason', () => {
    const { answers } = play([
      typed('amount', '5'),
      typed('holder', 'a'),
      { kind: 'serverRefused', key: 'holder', words: broken },
      submitted,
    ]);
    expect(answers).toEqual([true]);
  });
});

describe('late validations', () => {
  const late = ['holder'];

  test('the form is pending, and the submission waits', () => {
    const filled = play([typed('amount', '5'), typed('holder', 'a'), submitted], { late });
    expect([isPending(filled.state), filled.answers]).toEqual([true, []]);
    const ticket = filled.tickets.at(-1)?.ticket ?? 0;
    const answered = play([{ kind: 'validated', key: 'holder', ticket, fault: wrong }], {
      state: filled.state,
    });
    expect([isPending(answered.state), answered.answers]).toEqual([false, [false]]);
    expect(answered.state.revealed).toEqual({ key: 'holder' });
  });

  test('a late result about an older value or other limits is ignored', () => {
    const first = play([typed('holder', 'x'), blurred('holder', 'x')], { late });
    const ticket = first.tickets.at(-1)?.ticket ?? 0;
    const answer: FormEvent = { kind: 'validated', key: 'holder', ticket, fault: wrong };
    const retyped = play([typed('holder', 'a'), answer], { state: first.state });
    expect(retyped.state.byKey.holder?.validation).toEqual({ kind: 'none' });
    const changed = play([contextChanged, answer], { state: first.state, late });
    expect(changed.state.byKey.holder?.validation).toMatchObject({ kind: 'pending' });
    expect(changed.tickets).toHaveLength(1);
  });

  test('typing cancels a submission that waits for a validation', () => {
    const { state, answers } = play(
      [typed('amount', '5'), typed('holder', 'a'), submitted, typed('holder', 'ab')],
      { late },
    );
    expect([answers, state.isSubmitting]).toEqual([[false], false]);
  });

  test('a value that was validated isn’t validated again', () => {
    const { tickets } = play([
      typed('holder', 'a'),
      blurred('holder', 'a'),
      focused('holder'),
      blurred('holder', 'a'),
    ]);
    expect(tickets).toHaveLength(1);
  });
});

test('after a change of limits shown errors are validated again, hidden ones stay hidden', () => {
  const { tickets } = play(
    [typed('amount', '5'), blurred('amount', '5'), typed('holder', 'a'), contextChanged],
    {},
  );
  expect(tickets.map(({ key }) => key)).toEqual(['amount', 'amount']);
});

describe('fields valid: every visible field has a value (§4)', () => {
  test.each<[string, FieldDefinition[], FormEvent[], boolean]>([
    ['a field is empty', [buildTextField()], [typed('amount', '5')], false],
    [
      'blanks don’t count as a value',
      [buildTextField()],
      [typed('amount', '5'), typed('holder', ' ')],
      false,
    ],
    [
      'an invalid value counts as a value',
      [buildTextField()],
      [typed('amount', 'x'), typed('holder', 'x')],
      true,
    ],
    [
      'an optional field is empty',
      [buildTextField({ isOptional: true })],
      [typed('amount', '5')],
      true,
    ],
    [
      'an empty field is folded away',
      [buildTextField({ isAdvanced: true })],
      [typed('amount', '5')],
      true,
    ],
    [
      'an empty field was unfolded',
      [buildTextField({ isAdvanced: true })],
      [typed('amount', '5'), { kind: 'toggled' }],
      false,
    ],
    [
      'the Pix key is the CPF',
      buildPixFields(),
      [typed('amount', '5'), chosen('pixKeyType', 'cpf'), typed('numberId', '1')],
      true,
    ],
    [
      'the Pix key is an email',
      buildPixFields(),
      [typed('amount', '5'), chosen('pixKeyType', 'email'), typed('numberId', '1')],
      false,
    ],
  ])('%s', (_, definitions, events, isValid) => {
    expect(areFieldsValid(play(events, { definitions }).state)).toBe(isValid);
  });
});

test('a Pix key keeps the text of each of its types', () => {
  const { state } = play(
    [
      chosen('pixKeyType', 'email'),
      typed('pixKey.email', 'a@b.c'),
      chosen('pixKeyType', 'random'),
      chosen('pixKeyType', 'email'),
    ],
    { definitions: buildPixFields() },
  );
  expect(state.byKey['pixKey.email']?.text).toBe('a@b.c');
  expect(listVisible(state).map(({ key }) => key)).toContain('pixKey.email');
});

test('the advanced fields unfold where one of them has an error', () => {
  const definitions = [buildTextField({ isAdvanced: true })];
  expect(play([], { definitions }).state.isUnfolded).toBe(false);
  const { state } = play([typed('amount', '5'), submitted], { definitions });
  expect(state).toMatchObject({ isUnfolded: true, revealed: { key: 'holder' } });
  const refusal: FormEvent = { kind: 'serverRefused', key: 'holder', words: broken };
  expect(play([refusal], { definitions }).state.isUnfolded).toBe(true);
});

describe('the provider asks for more (§4)', () => {
  const add = (definitions: FieldDefinition[]): FormEvent => ({
    ...started(definitions),
    kind: 'fieldsAdded',
    fields: listFormFields(definitions)
      .slice(1)
      .map((field) => ({ field, text: '', value: '' })),
  });

  test('the fields keep their values, and the new ones follow', () => {
    const { state } = play([typed('holder', 'a'), add([buildDropdownField()])]);
    expect(state.fields.map(({ key }) => key)).toEqual(['amount', 'holder', 'bank']);
    expect(state.byKey.holder?.text).toBe('a');
    expect(state.revealed).toEqual({ key: 'bank' });
    expect(summarize(state)).toMatchObject({ isTouched: true, areFieldsValid: false });
  });

  test('the fields that the deposit was created with stay as they are, and aren’t validated again', () => {
    const created: FormEvent = { kind: 'depositCreated' };
    const { state } = play([typed('amount', 'x'), created, add([buildDropdownField()])]);
    const locked = Object.entries(state.byKey).filter(([, { isLocked }]) => isLocked);
    expect(locked.map(([key]) => key)).toEqual(['amount', 'holder']);
    const { answers } = play([chosen('bank', 'alfa'), submitted], { state });
    expect(answers).toEqual([true]);
  });

  test('a new field replaces the one of the same name, and is empty', () => {
    const { state } = play([typed('holder', 'a'), add([buildTextField({ isOptional: true })])]);
    expect(state.fields.map(({ key }) => key)).toEqual(['amount', 'holder']);
    expect(state.byKey.holder).toMatchObject({ text: '', isTriggered: false });
    expect(state.fields[1]?.definition.isOptional).toBe(true);
  });
});

describe('where saved details stand in for the fields', () => {
  const keysOf = (state: FormState) => listVisible(state).map(({ key }) => key);

  test('the amount alone is asked for, and the texts of the others stay', () => {
    const { state } = play([typed('iban', 'DE89'), narrowed(true), typed('amount', '50')], {
      definitions: [buildTextField({ name: 'iban' })],
    });
    expect(keysOf(state)).toEqual(['amount']);
    expect(areFieldsValid(state)).toBe(true);
    const again = reduceForm(state, narrowed(false)).state;
    expect(keysOf(again)).toEqual(['amount', 'iban']);
    expect(again.byKey.iban?.text).toBe('DE89');
  });

  test('a form that starts again still asks for the amount alone', () => {
    const definitions = [buildTextField({ name: 'iban' })];
    const { state } = play([narrowed(true)], { definitions });
    expect(keysOf(reduceForm(state, started(definitions)).state)).toEqual(['amount']);
  });

  test('nothing changes where nothing was narrowed', () => {
    expect(reduceForm(initialFormState, narrowed(false)).state).toBe(initialFormState);
  });
});
