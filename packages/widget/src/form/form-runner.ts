import type { FieldFault } from '../fields/shared/field.ts';
import { type FormEffect, type FormEvent, reduceForm } from './form.machine.ts';
import { type FormState, initialFormState } from './form-state.ts';

/** An amount is judged so long after the last key (§5, §9). */
const amountDebounceMs = 500;

export interface FormRunner {
  /** The latest state, for a second event that comes before React has rendered the first one's. */
  getState(): FormState;
  subscribe(listener: () => void): () => void;
  dispatch(event: FormEvent): void;
  /** Judges all; a promise only while somebody has to be asked. */
  submit(): boolean | Promise<boolean>;
  /** Lets go of the timers. */
  stop(): void;
}

/** Judges the value of the field with a key; a rejection counts as "can't say", which keeps nobody from paying. */
export type Judge = (key: string, value: string) => FieldFault | null | Promise<FieldFault | null>;

/** Runs a form's machine: carries its effects out and feeds back what comes of them. */
export function createFormRunner(judge: Judge): FormRunner {
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
    const fault = judge(key, value);
    if (!(fault instanceof Promise)) {
      dispatch({ kind: 'validated', key, ticket, fault });
      return;
    }
    void fault
      // The server judges again: what can't be asked now is no reason to refuse.
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
      // The press before this one, if it still waits, has been overtaken.
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
