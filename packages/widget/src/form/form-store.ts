import { type PaymentMethod, validateField } from '@kassa/contract';
import type { Fields } from '../fields/registry.ts';
import { describeProblem } from '../fields/shared/describe-problem.ts';
import type { Field, FieldFault, FormContext } from '../fields/shared/field.ts';
import type { FormDraft } from '../session/session-store.ts';
import type { FilledField } from './form.machine.ts';
import { buildContext, type FormSetup } from './form-context.ts';
import type { FormSubmission } from './form-controls.ts';
import type { FormField } from './form-fields.ts';
import { createFormRunner, type FormRunner } from './form-runner.ts';
import { type FormState, listAsked } from './form-state.ts';

/** A running form machine together with its fields' own rules. It needs no screen. */
export interface FormStore extends Omit<FormRunner, 'submit'> {
  /** Fills a new field with its draft, or else with its initial value. */
  fill(field: FormField, kept: FormDraft): FilledField;
  change(key: string, text: string, origin: 'typed' | 'chosen'): void;
  blur(key: string): void;
  /**
   * Returns the valid form, or null where there is an error. Returns a promise only where a field
   * validates asynchronously.
   */
  submit(): FormSubmission | null | Promise<FormSubmission | null>;
  /** Returns the error of a field's current value, as far as it is known synchronously. */
  validateNow(key: string): FieldFault | null;
  /** Returns what the player put into the form, by field. */
  readDraft(): FormDraft;
}

/** Creates a form's store. `getSetup` returns the setup that applies at the moment of the call. */
export function createFormStore(getSetup: () => FormSetup): FormStore {
  const runner = createFormRunner((key, value) => validateInput(setUp(key), value));

  /** Collects all that is known of one field now. */
  function setUp(key: string) {
    const { options, fields } = getSetup();
    const state = runner.getState();
    const input = state.fields.find((field) => field.key === key);
    if (input === undefined) throw new Error(`The form has no field "${key}".`);
    const field = fieldOf(fields, input);
    return {
      input,
      field,
      context: buildContext({ options, fields }, state),
      method: options.method,
    };
  }

  function read(key: string, text: string) {
    const { input, field } = setUp(key);
    return { key, text, value: field.normalize(text, input.definition) };
  }

  function validateNow(key: string) {
    const fault = validateInput(setUp(key), runner.getState().byKey[key]?.value ?? '');
    return fault instanceof Promise ? null : fault;
  }

  return {
    ...runner,
    fill: (input, kept) => {
      const { options, fields } = getSetup();
      return fillField(input, kept, { options, fields }, runner.getState());
    },
    change: (key, text, origin) => {
      runner.dispatch({ kind: origin, ...read(key, text) });
      // Other fields may ask the server, which they don't at every key.
      const isAmount = setUp(key).input.definition.type === 'amount';
      if (isAmount && validateNow(key)?.isFinal === true) {
        runner.dispatch({ kind: 'debounced', key });
      }
    },
    blur: (key) => {
      const { text = '' } = runner.getState().byKey[key] ?? {};
      runner.dispatch({ kind: 'blurred', ...read(key, text.trim()) });
    },
    submit: () => {
      const collect = (isValid: boolean) =>
        isValid ? collectSubmission(runner.getState(), getSetup().fields) : null;
      const answer = runner.submit();
      return typeof answer === 'boolean' ? collect(answer) : answer.then(collect);
    },
    validateNow,
    readDraft: () => readDraft(runner.getState()),
  };
}

/** Returns the code of a field. A form is filled only once the code of all its fields is there. */
export function fieldOf(fields: Fields, { definition }: FormField): Field {
  const field = fields.get(definition.type);
  if (field === undefined) throw new Error(`The code of "${definition.type}" is not there.`);
  return field;
}

interface InputSetup {
  input: FormField;
  field: Field;
  context: FormContext;
  method: PaymentMethod;
}

/**
 * Validates by the field's own rules. An input that stands for another field is also validated by
 * the rules that the server has for that field.
 */
function validateInput(
  { input: { definition, asked }, field, context, method }: InputSetup,
  value: string,
): FieldFault | null | Promise<FieldFault | null> {
  const fault = field.validate(value, definition, context);
  if (fault !== null || asked === definition) return fault;
  const { checkLuhn } = method;
  const problem = validateField(asked, field.serialize(value, definition), { checkLuhn });
  return problem === null ? null : describeProblem(problem, asked);
}

function fillField(
  field: FormField,
  kept: FormDraft,
  setup: FormSetup,
  state: FormState,
): FilledField {
  const { definition, key } = field;
  const { format, normalize } = fieldOf(setup.fields, field);
  const { method, currency, fixedAmount } = setup.options;
  const isAmount = definition.type === 'amount';
  const prefilled = isAmount ? method.prefilledAmount?.[currency] : undefined;
  const isLocked = isAmount && fixedAmount !== undefined;
  const given = isLocked ? fixedAmount : (definition.value ?? prefilled ?? '');
  // An empty amount isn't an amount of zero.
  const isEmpty = isAmount && given === '';
  const formatted = isEmpty ? '' : format(given, definition, buildContext(setup, state));
  const text = isLocked ? formatted : (kept[key] ?? formatted);
  return { field, text, value: normalize(text, definition), isLocked };
}

function collectSubmission(state: FormState, fields: Fields): FormSubmission {
  const submission: FormSubmission = { amount: '0', isFromChip: false, fields: {} };
  for (const input of listAsked(state)) {
    const { value = '', origin, isLocked } = state.byKey[input.key] ?? {};
    const isAmount = input.definition.type === 'amount';
    // Fields that a deposit was created with aren't sent again, except for its amount (design
    // §3.6).
    if (value === '' || (isLocked && !isAmount)) continue;
    const sent = fieldOf(fields, input).serialize(value, input.definition);
    if (isAmount) {
      submission.amount = sent;
      submission.isFromChip = origin === 'chosen';
    } else {
      submission.fields[input.asked.name] = sent;
    }
  }
  return submission;
}

/** Returns the draft of the form. Initial values and the fields of one deposit aren't kept. */
function readDraft({ fields, byKey }: FormState): FormDraft {
  const draft: Record<string, string> = {};
  for (const { key, isOfDeposit = false } of fields) {
    const field = byKey[key];
    if (field === undefined || field.origin === 'given' || isOfDeposit) continue;
    draft[key] = field.text;
  }
  return draft;
}
