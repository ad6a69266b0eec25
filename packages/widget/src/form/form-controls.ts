import type { AmountLimits, FieldDefinition, PaymentMethod } from '@kassa/contract';
import type { Field, FormContext } from '../fields/shared/field.ts';
import type { Words } from '../i18n/text.ts';

/** What a payment form is made of. Another method or currency is another form: give it a `key`. */
export interface FormOptions {
  method: PaymentMethod;
  /** What is asked for; the method's own fields where this is left out. The amount comes first where none is listed. */
  definitions?: readonly FieldDefinition[] | undefined;
  /** What is paid in. */
  currency: string;
  /** The country paid from, ISO 3166-1 in lower case. */
  country: string;
  /** BCP 47, for numbers and names. */
  locale: string;
  /** What may be paid now: the method's limits and what the player's own leave. A chosen network narrows them. */
  limits: AmountLimits;
  /** What the player's own limits leave, for the line below the amount. */
  allowance?: FormContext['allowance'];
  /** Of a deposit that is there already and goes on: it stands in the box and can't be changed. */
  fixedAmount?: string | undefined;
  /** What is typed is kept under it, in place of the method's and the currency's name. */
  draftName?: string | undefined;
  /** Creating a deposit, say: nothing can be changed or submitted. */
  isDisabled?: boolean | undefined;
  analytics?: FormAnalytics | undefined;
}

/** Told what befalls a form, for the analytics events of §7. */
export interface FormAnalytics {
  /** A field was typed in, or something was chosen for it: at every key. */
  touch(fieldName: string, event: 'input_field' | 'select_field'): void;
  /** The button was pressed; `invalid` names the fields whose rules keep the form from being sent (§5). */
  press(invalid: readonly string[]): void;
}

/** A valid form, as it goes into a creating call. */
export interface FormSubmission {
  amount: string;
  isFromChip: boolean;
  /** What was filled in, by field name; what isn't asked for or was left out isn't there. */
  fields: Record<string, string>;
}

/** One field as it is shown. */
export interface FieldView {
  /** Unique in the form, and stable. */
  key: string;
  /** Of the element that takes the keys. */
  id: string;
  definition: FieldDefinition;
  field: Field;
  label: string;
  text: string;
  /** What is wrong, once it should be said (§4). */
  error: string | null;
  /** Somebody has been asked whether the value is right. */
  isPending: boolean;
  isDisabled: boolean;
  /** A deposit has been created with it; it is disabled for good. */
  isLocked: boolean;
  onChange: (text: string, origin: 'typed' | 'chosen') => void;
  onFocus: () => void;
  onBlur: () => void;
}

/** The fields' code comes with the form; a form without it can't be filled in. */
export type FormLoading =
  | { kind: 'loading' }
  | { kind: 'failed'; error: Error; retry: () => void }
  | { kind: 'ready' };

/** A payment form: what {@link useForm} gives to the screen and to `PaymentForm`. */
export interface FormControls {
  loading: FormLoading;
  /** What is asked for now, in order. */
  fields: readonly FieldView[];
  /** Those of them that are folded away until asked for. */
  advanced: { isUnfolded: boolean; toggle: () => void };
  context: FormContext;
  isDisabled: boolean;
  amount: {
    /** A decimal; `0` where none stands in the box. */
    value: string;
    isValid: boolean;
    isFromChip: boolean;
  };
  /** Whether the button takes a press (§4); {@link FormOptions.isDisabled} counts. */
  canSubmit: boolean;
  /** The button was pressed, and somebody who was asked whether a value is right has still to answer. */
  isPending: boolean;
  /**
   * Judges everything and shows every error. What may be sent; null, with the first error in sight,
   * where something is wrong. It answers at once, so that a popup may be opened in the same click,
   * unless somebody has to be asked first.
   */
  submit(): FormSubmission | null | Promise<FormSubmission | null>;
  /**
   * The deposit is there, and its provider asks for more (§4): these fields are added, or take the
   * place of what bears their name. What was filled in so far stays as it is; of it the next
   * submission holds the amount alone, as a continuation does (design §3.6).
   */
  addFields(definitions: readonly FieldDefinition[]): void;
  /** The server refused a field's value: says so and brings it into sight. False where there is no such field. */
  refuseField(name: string, words: Words): boolean;
  /** Empties the form, and forgets what was kept of it. */
  reset(): void;
  /** The field to bring into sight: a new object each time. */
  revealed: { key: string } | null;
  /** It is, and has the focus. */
  onRevealed: () => void;
  /** For a screen reader: what just came to be wrong, empty where nothing did. */
  announcement: string;
}
