import type { FieldFault } from '../fields/shared/field.ts';
import { type FormEffect, type FormEvent, reduceForm } from './form.machine.ts';
import { type FormState, initialFormState } from './form-state.ts';

/** The time from the last key to the validation of an amount (§5, §9). */
const amountDebounceMs = 500;

export interface FormRunner {
  /**
   * Returns the latest state, for an event that follows before React has rendered the one before.
   */
  getState(): FormState;
  subscribe(listener: () => void): () => void;
  dispatch(event: FormEvent): void;
  /** Validates all fields. Returns a promise only where a field validates asynchronously. */
  submit(): boolean | Promise<boolean>;
  /** Stops the timers. */
  stop(): void;
}

/**
 * Validates the value of the field with the given key. A rejection counts as valid: an outage of
 * the validation doesn't block the payment.
 */
export type ValidateValue = (
  key: string,
  value: string,
) => FieldFault | null | Promise<FieldFault | null>;

/** Runs a form's state machine: carries out its effects and feeds their results back to it. */
export function createFormRunner(validateValue: ValidateValue): FormRunner {
  let state = initialFormState;
  const listeners = new Set<() => void>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  let takeAnswer: ((isValid: boolean) => void) | null = null;

  function dispatch(event: FormEvent): void {
    const { state: next, effects } = reduceForm(state, event);
    state = next;
    for (const effect of effects) run(effect);
    for (const listener of listeners) listener();
  }

  function run(effect: FormEffect): void {
    switch (effect.kind) {
      case 'validate':
        validate(effect);
        break;
      case 'wait':
        stopWaiting(effect.key);
        timers.set(
          effect.key,
          setTimeout(() => dispatch({ kind: 'debounced', key: effect.key }), amountDebounceMs),
        );
        break;
      case 'stopWaiting':
        stopWaiting(effect.key);
        break;
      case 'answer':
        takeAnswer?.(effect.isValid);
    }
  }

  function validate({ key, value, ticket }: Extract<FormEffect, { kind: 'validate' }>): void {
    const fault = validateValue(key, value);
    if (!(fault instanceof Promise)) {
      dispatch({ kind: 'validated', key, ticket, fault });
      return;
    }
    void fault
      // The server validates again, so a validation that fails technically doesn't make the value
      // invalid.
      .catch(() => null)
      .then((late) => dispatch({ kind: 'validated', key, ticket, fault: late }));
  }

  function stopWaiting(key: string): void {
    clearTimeout(timers.get(key));
    timers.delete(key);
  }

  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispatch,
    submit: () => {
      // This press supersedes an earlier one that still waits.
      takeAnswer?.(false);
      const answer: { isValid?: boolean; resolve?: (isValid: boolean) => void } = {};
      takeAnswer = (isValid) => {
        takeAnswer = null;
        answer.isValid = isValid;
        answer.resolve?.(isValid);
      };
      dispatch({ kind: 'submitted' });
      if (answer.isValid !== undefined) return answer.isValid;
      return new Promise<boolean>((resolve) => {
        answer.resolve = resolve;
      });
    },
    stop: () => {
      for (const key of [...timers.keys()]) stopWaiting(key);
    },
  };
}
