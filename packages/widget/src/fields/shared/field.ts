import type {
  AmountLimits,
  Decimal,
  FieldDefinition,
  FieldOf,
  FieldType,
  PaymentMethod,
} from '@kassa/contract';
import type { ComponentType } from 'react';
import type { MessageKey, Words } from '../../i18n/text.ts';

/** What the lowest of the player's own limits leaves, where that is less than the method takes at most. */
export interface Allowance {
  remaining: Decimal;
  currency: string;
  period: 'day' | 'week' | 'month';
  /** When it begins to leave more (ISO 8601); null where nothing counts towards it. */
  resetsAt: string | null;
}

/** What a payment form knows, from which each field takes what it needs. */
export interface FormContext {
  method: PaymentMethod;
  /** What is paid in. */
  currency: string;
  /** The country paid from, ISO 3166-1 in lower case. */
  country: string;
  /** What may be paid now: the method's limits and what the player's own leave, for the chosen network. */
  limits: AmountLimits;
  /** What of these limits is the player's own; `readAllowance` has it of the server's answer. */
  allowance?: Allowance | undefined;
  /** BCP 47, for numbers and names. */
  locale: string;
}

/** What every field's input is given. */
export interface FieldInputProps<Definition extends FieldDefinition = FieldDefinition> {
  definition: Definition;
  /** Of the element that takes the keys; its label refers to it. */
  id: string;
  /** Of the line below, with the hint or what is wrong; undefined where there is none. */
  describedBy: string | undefined;
  /** What is asked for, in the player's language. */
  label: string;
  /** What stands in the box. */
  text: string;
  /** `chosen`: from a list or a quick pick, and so complete. */
  onChange: (text: string, origin: 'typed' | 'chosen') => void;
  onFocus: () => void;
  onBlur: () => void;
  context: FormContext;
  /** What is wrong with the value, once it should be said. */
  error: string | null;
  isDisabled: boolean;
  /** A deposit has been created with it: it won't be changed any more. */
  isLocked?: boolean | undefined;
}

/** The props of the line below a field. */
export interface FieldNoteProps {
  text: string;
  context: FormContext;
}

/** What is wrong with a value; without words it is not the player's to mend. */
export interface FieldFault {
  words: Words | null;
}

/** One type of input field (§3 "Field definition"): a folder here, found by the registry. */
export interface Field<Type extends FieldType = FieldType> {
  Input: ComponentType<FieldInputProps<FieldOf<Type>>>;
  /** What it asks for, whatever its definition says. */
  labelKey?: MessageKey;
  /** Its input brings the label and the line with what is wrong along. */
  isFramed?: boolean;
  /** The content of the line below while the field has no error; null for a definition without one. */
  noteOf?(definition: FieldOf<Type>): ComponentType<FieldNoteProps> | null;
  /** What stands in the box for a value: of the definition, or one kept from before. */
  format(value: string, definition: FieldOf<Type>, context: FormContext): string;
  /** The value that a text stands for, as rules see it; trimmed. */
  normalize(text: string, definition: FieldOf<Type>): string;
  /** What is wrong with a value, or null; a promise while somebody has to be asked. */
  validate(
    value: string,
    definition: FieldOf<Type>,
    context: FormContext,
  ): FieldFault | null | Promise<FieldFault | null>;
  /** A valid value as it goes over the wire. */
  serialize(value: string, definition: FieldOf<Type>): string;
  /** What may be paid where this is its value, within the form's limits; null where that changes nothing (§5). */
  narrowLimits?(
    value: string,
    definition: FieldOf<Type>,
    form: Pick<FormContext, 'limits' | 'currency'>,
  ): AmountLimits | null;
}
