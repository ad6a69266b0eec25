import type { PaymentMethod } from '@kassa/contract';
import type { ComponentType } from 'react';
import type { MessageKey } from '../../../i18n/text.ts';

/** What differs between the forms of two kinds of method. */
export interface FormKind {
  /** Its name in the analytics. */
  formType: string;
  /** Between the method's card and the fields: how this kind is paid. */
  Intro?: ComponentType<{ method: PaymentMethod }>;
  /** The button's words, instead of "Deposit" and the amount. */
  submit?: MessageKey;
  /** The line below the form: where the player goes from here. */
  note: MessageKey;
  /** The link's words, where the player has to follow one, and the line above it. */
  link?: { words: MessageKey; note: MessageKey };
  /** Right above that link: what to have at hand. */
  BeforeLink?: ComponentType<{ depositId: string }>;
}
