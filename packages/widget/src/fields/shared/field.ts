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

/**
 * The rest that the lowest of the player's own limits leaves, where it is below the method's
 * maximum.
 */
export interface Allowance {
  remaining: Decimal;
  currency: string;
  period: 'day' | 'week' | 'month';
  /** When the limit leaves more again (ISO 8601); null where no payment counts towards it. */
  resetsAt: string | null;
}

/** The form's context, available to every field. */
export interface FormContext {
  method: PaymentMethod;
  /** The currency that the player pays in. */
  currency: string;
  /** The country that the player pays from, ISO 3166-1 in lower case. */
  country: string;
  /**
   * The amounts that may be paid now, from the method's limits and the player's own, for the chosen
   * network.
   */
  limits: AmountLimits;
  /** The line below the amount while its limits are unknown, in place of the usual one. */
  limitsNote?: MessageKey | undefined;
  /**
   * The rest that the player's own limits leave; `readAllowance` reads it from the server's
   * response.
   */
  allowance?: Allowance | undefined;
  /** The amount of the player's last deposit in the currency, which is offered first. */
  lastAmount?: Decimal | undefined;
  /** The largest amount that the player has, for a quick pick of all of it. */
  everything?: Decimal | undefined;
  /** BCP 47, for numbers and names. */
  locale: string;
}

/** The props of every field's input. */
export interface FieldInputProps<Definition extends FieldDefinition = FieldDefinition> {
  definition: Definition;
  /** The id of the focusable element; its label refers to it. */
  id: string;
  /** The id of the line below, with the hint or the error; undefined where there is none. */
  describedBy: string | undefined;
  /** The field's name in the player's language. */
  label: string;
  /** The text in the input. */
  text: string;
  /** `chosen`: from a list or a quick pick, and so complete. */
  onChange: (text: string, origin: 'typed' | 'chosen') => void;
  onFocus: () => void;
  onBlur: () => void;
  context: FormContext;
  /** The error of the value, once it should be shown. */
  error: string | null;
  isDisabled: boolean;
  /** A deposit has been created with the value, which can't be changed any more. */
  isLocked?: boolean | undefined;
}

/** The props of the line below a field. */
export interface FieldNoteProps {
  text: string;
  context: FormContext;
}

/** An error of a value. `words` is null where the player can't correct it. */
export interface FieldFault {
  words: Words | null;
  /** No further key can make the value valid, so the error shows at once. */
  isFinal?: boolean;
}

/** One type of input field (§3 "Field definition"): a folder here, found by the registry. */
export interface Field<Type extends FieldType = FieldType> {
  Input: ComponentType<FieldInputProps<FieldOf<Type>>>;
  /** The label, which replaces that of the definition. */
  labelKey?: MessageKey;
  /** The input shows its label and its error itself. */
  isFramed?: boolean;
  /** The content of the line below while the field has no error; null if it has none. */
  noteOf?(definition: FieldOf<Type>): ComponentType<FieldNoteProps> | null;
  /** Returns the text of the input for a value of the definition or of a draft. */
  format(value: string, definition: FieldOf<Type>, context: FormContext): string;
  /** Returns the trimmed value for the text of the input. The rules validate this value. */
  normalize(text: string, definition: FieldOf<Type>): string;
  /** Returns the error of a value, or null; a promise where the validation is asynchronous. */
  validate(
    value: string,
    definition: FieldOf<Type>,
    context: FormContext,
  ): FieldFault | null | Promise<FieldFault | null>;
  /** Returns a valid value as the request sends it. */
  serialize(value: string, definition: FieldOf<Type>): string;
  /**
   * Returns the amounts that may be paid with this value, within the form's limits; null where the
   * value doesn't change them (§5).
   */
  narrowLimits?(
    value: string,
    definition: FieldOf<Type>,
    form: Pick<FormContext, 'limits' | 'currency'>,
  ): AmountLimits | null;
}
