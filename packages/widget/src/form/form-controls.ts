import type { AmountLimits, FieldDefinition, PaymentMethod } from '@kassa/contract';
import type { Field, FormContext } from '../fields/shared/field.ts';
import type { Words } from '../i18n/text.ts';
import type { SubmitState } from './submit-state.ts';

/**
 * The options of a payment form. Another method needs another form: give it a `key`. In another
 * currency the form keeps what was typed.
 */
export interface FormOptions {
  method: PaymentMethod;
  /**
   * The fields of the form; the method's own where this is left out. An amount is put first where
   * none is listed.
   */
  definitions?: readonly FieldDefinition[] | undefined;
  /** The currency that the player pays in. */
  currency: string;
  /** The country that the player pays from, ISO 3166-1 in lower case. */
  country: string;
  /** BCP 47, for numbers and names. */
  locale: string;
  /**
   * The amounts that may be paid now, from the method's limits and the player's own. A chosen
   * network narrows them.
   */
  limits: AmountLimits;
  /** The line below the amount while its limits are unknown, in place of the usual one. */
  limitsNote?: FormContext['limitsNote'];
  /** The rest that the player's own limits leave, for the line below the amount. */
  allowance?: FormContext['allowance'];
  /** The amount of the player's last deposit in the currency, which is offered first. */
  lastAmount?: FormContext['lastAmount'];
  /** The amount of an existing deposit that goes on. It is shown and can't be changed. */
  fixedAmount?: string | undefined;
  /** The name under which the draft is kept, in place of the method's and currency's. */
  draftName?: string | undefined;
  /** The largest amount that the player has, for a quick pick of all of it. */
  everything?: FormContext['everything'];
  /** The amount alone is asked for: saved details stand in for the other fields. */
  isAmountOnly?: boolean | undefined;
  /** True while a deposit is being created, for example: nothing can be changed or submitted. */
  isDisabled?: boolean | undefined;
  analytics?: FormAnalytics | undefined;
}

/** Receives what happens in a form, for the analytics events of §7. */
export interface FormAnalytics {
  /** The player typed into a field, or chose a value for it. Called at every key. */
  touch(fieldName: string, event: 'input_field' | 'select_field'): void;
  /**
   * The button was pressed. `invalid` names the fields whose rules keep the form from being sent
   * (§5).
   */
  press(invalid: readonly string[]): void;
}

/** A valid form, as the request that creates the deposit or withdrawal takes it. */
export interface FormSubmission {
  amount: string;
  isFromChip: boolean;
  /** The values by field name. Fields that are not asked for or were left empty are missing. */
  fields: Record<string, string>;
}

/** One field as it is shown. */
export interface FieldView {
  /** Unique in the form, and stable. */
  key: string;
  /** The id of the element that has the keyboard's focus. */
  id: string;
  definition: FieldDefinition;
  field: Field;
  label: string;
  text: string;
  /** The field's error, once it should be shown (§4). */
  error: string | null;
  /** True while an asynchronous validation of the value runs. */
  isPending: boolean;
  isDisabled: boolean;
  /** True once a deposit has been created with the field: it stays disabled. */
  isLocked: boolean;
  onChange: (text: string, origin: 'typed' | 'chosen') => void;
  onFocus: () => void;
  onBlur: () => void;
}

/** The code of the fields comes with the form, which can't be filled in before. */
export type FormLoading =
  | { kind: 'loading' }
  | { kind: 'failed'; error: Error; retry: () => void }
  | { kind: 'ready' };

/** A payment form: what {@link useForm} gives to the screen and to `PaymentForm`. */
export interface FormControls {
  loading: FormLoading;
  /** The fields that the form asks for now, in order. */
  fields: readonly FieldView[];
  /** The advanced ones among them, which are folded away until the player opens them. */
  advanced: { isUnfolded: boolean; toggle: () => void };
  context: FormContext;
  isDisabled: boolean;
  amount: {
    /** A decimal; `0` where the input is empty. */
    value: string;
    isValid: boolean;
    isFromChip: boolean;
    /** Nothing was entered yet. */
    isEmpty: boolean;
  };
  /** What a press of the button does (§4); takes {@link FormOptions.isDisabled} into account. */
  submitState: SubmitState;
  /** True while a pressed button waits for an asynchronous validation. */
  isPending: boolean;
  /**
   * Validates the form and shows every error. Returns the values to send, or null with the first
   * error in sight. It returns at once, so that a popup may be opened in the same click; a promise
   * only where a field validates asynchronously.
   */
  submit(): FormSubmission | null | Promise<FormSubmission | null>;
  /**
   * Adds the fields that the provider asks for once the deposit is created (§4). A field replaces
   * the one of the same name. Values filled in so far stay; of these the next submission holds the
   * amount alone, as a continuation does (design §3.6).
   */
  addFields(definitions: readonly FieldDefinition[]): void;
  /**
   * Shows that the server rejected a field's value and brings the field into sight. Returns false
   * where the form has no such field.
   */
  refuseField(name: string, words: Words): boolean;
  /** Empties the form and deletes its draft. */
  reset(): void;
  /** The field to bring into sight: a new object each time. */
  revealed: { key: string } | null;
  /** Called once that field is in sight and has the focus. */
  onRevealed: () => void;
  /** The text for a screen reader: the latest errors, empty where there are none. */
  announcement: string;
}
