import { toLatinDigits } from './amount.ts';
import { toCapitals, toUpperAscii } from './capitals.ts';
import type { FieldDefinition } from './entities/field.ts';
import type { FieldValues } from './entities/field-values.ts';
import { pixFields } from './field-rules.ts';
import { findInternational, type PhoneDefinition, readPhone } from './phone-number.ts';

/**
 * Returns the one form of a field's value, whatever the spelling: the form that providers are sent,
 * that is stored, compared, screened and shown. Two different accounts never have the same form: only
 * what certainly makes no difference is left out. A value that is no account at all is returned
 * trimmed. `others`: the values of the other fields, on which a Pix key depends.
 *
 * An address of a chain has its own form, which only the server knows (`toChainAddress`).
 */
export function toCanonicalValue(
  definition: FieldDefinition,
  value: string,
  others: FieldValues = {},
): string {
  const trimmed = value.trim();
  switch (definition.type) {
    case 'phone_with_prefix':
      return toPhone(trimmed, definition);
    case 'text':
    case 'text_uppercase':
      return toText(definition, definition.type === 'text' ? trimmed : toCapitals(trimmed), others);
    default:
      return trimmed;
  }
}

type TextDefinition = Extract<FieldDefinition, { type: 'text' | 'text_uppercase' }>;

function toText(definition: TextDefinition, text: string, others: FieldValues): string {
  const { name, type, category, accountNumber, taxId, isOneTime } = definition;
  // A voucher's code is no account: its provider says how it is written.
  if (isOneTime === true) return text;
  if (name === pixFields.key) return toPixKey(clean(text), others[pixFields.type]);
  if (taxId !== undefined) return toUpperAscii(clean(text).replace(/[\s./\p{Pd}]/gu, ''));
  if (accountNumber !== undefined || category === 'number' || category === 'card') {
    return toNumber(text);
  }
  switch (category) {
    case 'account':
      return type === 'text_uppercase' ? toNumber(text) : toAccount(clean(text));
    case 'email':
      return toLower(text.replace(invisible, '').trim());
    case 'document':
      return toDocument(clean(text), text);
    default:
      return text;
  }
}

/** Marks of direction and width that are copied along with a text, and that nobody sees. */
const invisible = /\p{Cf}/gu;

const clean = (text: string) => toLatinDigits(text.replace(invisible, '')).trim();

/** Of ASCII letters only: others may become those of another account. */
const toLower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The number of an account or card: spaces and dashes group it, and its letters are capitals. */
const toNumber = (text: string) => toUpperAscii(clean(text).replace(/[\s\p{Pd}]/gu, ''));

/**
 * An account that isn't a number. The case counts, as in an address in base58, and so do dashes. Only
 * an address with `@` (UPI, InstaPay, PayID) is the same in capitals.
 */
function toAccount(text: string): string {
  const joined = text.replace(/\s/g, '');
  return joined.includes('@') ? toLower(joined) : joined;
}

/** A document of digits alone is the same with and without grouping. */
function toDocument(text: string, typed: string): string {
  const joined = text.replace(/[\s.\p{Pd}]/gu, '');
  return /^\d+$/.test(joined) ? joined : typed;
}

/**
 * An international number (E.164), whose plus may be dialled: as `00`, or as the country dials it. A
 * zero in brackets is for calls within the country; whether it belongs to the number depends on the
 * country.
 */
function toPhone(text: string, definition: PhoneDefinition): string {
  const cleaned = clean(text);
  if (!/^\+?[\d\s()./\p{Pd}]+$/u.test(cleaned) || /\(\s*0\s*\)/.test(cleaned)) return text;
  const digits = cleaned.replace(/\D/g, '');
  const dialled = cleaned.startsWith('+') ? 0 : findInternational(digits, definition);
  return dialled === null ? text : readPhone(`+${digits.slice(dialled)}`, definition);
}

/**
 * A Pix key as the Banco Central keeps it (DICT): numbers of persons and companies without
 * punctuation, phones in E.164, e-mail addresses and random keys in lower case. Without a type its
 * form decides; digits alone may be a person's number, so that they are no phone then.
 */
function toPixKey(text: string, type: string | undefined): string {
  if (text.includes('@')) return toLower(text);
  const hex = text.replace(/[\s\p{Pd}]/gu, '');
  if (/^[\da-f]{32}$/i.test(hex)) return toUuid(toLower(hex));
  if (type === 'phone' || text.startsWith('+')) return toBrazilianPhone(text);
  const joined = text.replace(/[\s./\p{Pd}]/gu, '');
  const isTaxId = /^(\d{11}|[\dA-Z]{12}\d{2})$/i.test(joined);
  return isTaxId ? toUpperAscii(joined) : text;
}

const toUuid = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** A number within Brazil has 10 or 11 digits, after a zero if it is dialled to another area. */
function toBrazilianPhone(text: string): string {
  const dialled = toPhone(text, { prefix: '+55' });
  if (dialled.startsWith('+')) return dialled;
  if (!/^[\d\s()./\p{Pd}]+$/u.test(text)) return text;
  const digits = text.replace(/\D/g, '');
  if (/^55\d{10,11}$/.test(digits)) return `+${digits}`;
  const own = digits.replace(/^0/, '');
  return /^[1-9]\d{9,10}$/.test(own) ? `+55${own}` : text;
}
