import { useEffect, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { FormContext } from '../fields/shared/field.ts';
import { useText } from '../i18n/text.ts';
import { buildFieldViews, describeAnnouncement } from './field-views.ts';
import { buildContext, type FormSetup } from './form-context.ts';
import type { FormControls, FormLoading, FormOptions } from './form-controls.ts';
import { type FormField, listFormFields } from './form-fields.ts';
import { type FormState, faultOf, listOpen, summarize } from './form-state.ts';
import { createFormStore, type FormStore } from './form-store.ts';
import { draftNameOf } from './keep-amount.ts';
import { resolveSubmitState } from './submit-state.ts';
import { useDemoAmount } from './use-demo-amount.ts';
import type { FieldsQuery } from './use-fields.ts';
import { useFilling } from './use-filling.ts';

/**
 * Provides a payment form's state and actions (§4 "Form"). The player's input is kept as a draft
 * while they look at other screens, per method and currency.
 */
export function useForm(options: FormOptions): FormControls {
  const text = useText();
  const formId = useId();
  const { method, currency, analytics, isDisabled = false } = options;
  const { draftName = draftNameOf(method, currency) } = options;
  // The method's fields are read once. Where they change meanwhile, the server rejects the
  // submission.
  const [inputs] = useState(() => listInputs(options));
  const setup = useRef<FormSetup>({ options, fields: noFields });
  const [store] = useState(() => createFormStore(() => setup.current));
  const onFields = (fields = noFields) => {
    setup.current = { options, fields };
  };
  const filling = useFilling(store, { inputs, draftName, onFields });
  const { query, isReady } = filling;
  const state = useSyncExternalStore(store.subscribe, store.getState, store.getState);
  useEffect(() => store.stop, [store]);
  const isAmountOnly = options.isAmountOnly === true;
  useLayoutEffect(() => store.dispatch({ kind: 'narrowed', isAmountOnly }), [store, isAmountOnly]);
  const context = buildContext(setup.current, state);
  useContextChanges(store, context);

  const views =
    query.fields === undefined
      ? []
      : buildFieldViews(state, { ...setup.current, store, formId, text, onFilled: filling.keep });
  useDemoAmount(views, context);
  const amount = isReady ? readAmount(store) : noAmount;
  const submitState = resolveSubmitState({
    isButtonDisabled: isDisabled || !isReady || amount.isHopeless,
    // `isDisabled` covers the creating request; `isSubmitting` a press that waits for a validation.
    isLoading: state.isSubmitting,
    isAmountEmpty: amount.isEmpty,
    isAmountRefused: amount.isRefused,
    ...summarize(state),
  });

  return {
    loading: describeLoading(isReady, query),
    fields: views,
    advanced: {
      isUnfolded: state.isUnfolded,
      toggle: () => store.dispatch({ kind: 'toggled' }),
    },
    context,
    isDisabled,
    amount,
    submitState,
    isPending: state.isSubmitting,
    submit: () => {
      if (isDisabled || !isReady) return null;
      const report = <Submission>(submission: Submission) => {
        analytics?.press(submission === null ? listInvalid(store.getState()) : []);
        return submission;
      };
      const submission = store.submit();
      return submission instanceof Promise ? submission.then(report) : report(submission);
    },
    addFields: filling.addFields,
    refuseField: (name, words) => {
      const refused = listOpen(store.getState()).find(({ asked }) => asked.name === name);
      if (refused === undefined) return false;
      store.dispatch({ kind: 'serverRefused', key: refused.key, words });
      return true;
    },
    reset: filling.reset,
    revealed: state.revealed,
    onRevealed: () => store.dispatch({ kind: 'revealed' }),
    announcement: describeAnnouncement(state, views, text, options.locale),
  };
}

function listInputs({ definitions, method, fixedAmount, draftName }: FormOptions): FormField[] {
  const inputs = listFormFields(definitions ?? method.fields ?? []);
  // A draft with a name of its own can't show up in the form of another deposit.
  return fixedAmount === undefined || draftName !== undefined
    ? inputs
    : inputs.map((input) => ({ ...input, isOfDeposit: true }));
}

const noFields: FormSetup['fields'] = new Map();

/** Validates again after a change of limits or locale: valid values may have become invalid. */
function useContextChanges(store: FormStore, { limits, currency, country, locale }: FormContext) {
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: validation depends on these
  useEffect(() => {
    if (!isFirst.current) store.dispatch({ kind: 'contextChanged' });
    isFirst.current = false;
  }, [store, limits.min, limits.max, currency, country, locale]);
}

const noAmount = {
  value: '0',
  isValid: false,
  isFromChip: false,
  isEmpty: false,
  isRefused: false,
  isHopeless: false,
};

function readAmount(store: FormStore) {
  const state = store.getState();
  const input = state.fields.find(({ definition }) => definition.type === 'amount');
  const amount = input === undefined ? undefined : state.byKey[input.key];
  if (input === undefined || amount === undefined) {
    return noAmount;
  }
  // An existing deposit already counts towards the limits.
  const fault = amount.isLocked ? null : store.validateNow(input.key);
  return {
    value: amount.value,
    isValid: fault === null,
    isFromChip: amount.origin === 'chosen',
    /** Nothing was entered yet. */
    isEmpty: amount.text.trim() === '',
    /** There is a text, and it isn't an amount that can be paid. */
    isRefused: fault !== null && amount.text.trim() !== '',
    /** No amount is valid: nothing can be paid now (design §3.1). */
    isHopeless: fault !== null && fault.words === null,
  };
}

/**
 * Returns the fields that analytics receives as invalid: those that break their rules, and the
 * amount (§5).
 */
function listInvalid(state: FormState): string[] {
  const invalid = listOpen(state).filter(({ key }) => faultOf(state, key) !== null);
  const isRuled = ({ asked }: (typeof invalid)[number]) =>
    asked.type === 'amount' || (asked.validations ?? []).length > 0;
  return invalid.filter(isRuled).map(({ asked }) => asked.name);
}

function describeLoading(isReady: boolean, { error, retry }: FieldsQuery): FormLoading {
  if (isReady) return { kind: 'ready' };
  return error === null ? { kind: 'loading' } : { kind: 'failed', error, retry };
}
