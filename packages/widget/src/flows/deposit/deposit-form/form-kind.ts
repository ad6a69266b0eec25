import type { PaymentMethod } from '@kassa/contract';
import type { ComponentType } from 'react';
import type { MessageKey } from '../../../i18n/text.ts';

/** The player's choices in a form that sells crypto (§2 "On-ramp base"). */
export interface Purchase {
  /** The currency that the player pays in, instead of that of the offered methods. */
  currency: string;
  /** Where the player lives, ISO 3166-1 in lower case. */
  buyerCountry: string;
  /** The line below the amount while the limits of the currency are unknown. */
  limitsNote: MessageKey | undefined;
  /** The method doesn't take the currency, whatever the list says. */
  isCurrencyRefused: boolean;
}

/** The differences between the forms of two method kinds. */
export interface FormKind {
  /** The form's name in analytics. */
  formType: string;
  /** Shown between the method's card and the fields: how to pay by this kind. */
  Intro?: ComponentType<{ method: PaymentMethod }>;
  /** The button's text, instead of "Deposit" and the amount. */
  submit?: MessageKey;
  /** The line below the form: where the payment continues. */
  note: MessageKey;
  /** The text of the link, where the player has to follow one, and the line above it. */
  link?: { words: MessageKey; note: MessageKey };
  /** Shown right above that link: what the player needs there. */
  BeforeLink?: ComponentType<{ depositId: string }>;
}
