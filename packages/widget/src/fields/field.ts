import type { AmountLimits } from '@kassa/contract';
import type { ComponentType } from 'react';
import type { Message } from '../i18n/text.ts';

/** What a payment form knows, from which each field takes what it needs. */
export interface FormContext {
  currency: string;
  limits: AmountLimits;
  /** Quick picks of the amount, as decimals. */
  chips: readonly string[];
  /** BCP 47. */
  locale: string;
}

/** What every field's input is given. */
export interface FieldInputProps {
  /** What the player typed, as it stands in the box. */
  text: string;
  onChange: (text: string, origin: 'typed' | 'chip') => void;
  onBlur: () => void;
  context: FormContext;
  /** What is wrong with the value, once it should be said. */
  error: string | null;
}

/** One type of input field (§3 "Field definition"): a folder here, found by the registry. */
export interface Field {
  Input: ComponentType<FieldInputProps>;
  /** The value that a text stands for. */
  normalize(text: string): string;
  /** What is wrong with a value, or null. */
  validate(value: string, context: FormContext): FieldProblem | null;
  /** A valid value as it goes over the wire. */
  serialize(value: string): string;
}

/** What is wrong with a value; without a message it is not the player's to mend. */
export interface FieldProblem {
  message: Message | null;
}
