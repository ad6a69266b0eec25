import { isSafeLink } from './links.ts';
import { compareDecimals, fitsCurrency, type Money, padToCurrency } from './money.ts';

/**
 * The form of a virtual payment address, as a field's rule (§5). Account numbers as addresses
 * (`…@….ifsc.npci`) aren't accepted: few apps pay them, and most mistyped ones are e-mail addresses.
 */
export const vpaPattern = '^[A-Za-z0-9._-]{2,64}@[A-Za-z][A-Za-z0-9]{1,32}$';

const vpaForm = new RegExp(vpaPattern, 'u');

/** Whether a text is a virtual payment address: `name@handle`. */
export function isVpa(text: string): boolean {
  return vpaForm.test(text);
}

/** A payment by UPI. */
export interface UpiPayment {
  /** The payee's virtual payment address. */
  vpa: string;
  /** The payee's name, if it is known. */
  name: string | null;
  amount: Money;
  /** The text that the payment carries. */
  reference: string;
}

/** A payment by UPI that an invoice asks for. */
export interface UpiInvoice extends UpiPayment {
  /** The text by which the payee finds the payment; null if any text does. */
  askedReference: string | null;
}

/** The currency of UPI. */
const rupee = 'INR';

/* The longest values of the UPI Linking Specification (NPCI), in characters. */
const longestName = 99;
const longestTransactionReference = 35;
const longestNote = 50;

/**
 * Returns a link to pay by UPI (NPCI, UPI Linking Specification 1.6): `upi://pay?pa=…`. The note
 * (`tn`) is the reference as it is. The transaction reference (`tr`) takes letters and digits only.
 * A reference that is too long for one of them is left out there: a part of it would name another
 * payment.
 * @returns null without a valid address, for another currency, and for an amount that rupees don't
 * have
 */
export function writeUpiLink({ vpa, name, amount, reference }: UpiPayment): string | null {
  if (!isVpa(vpa) || !isPayable(amount)) return null;
  const note = clean(reference);
  const transactionReference = reference.replace(/[^A-Za-z0-9]/g, '');
  const parts: readonly (readonly [string, string])[] = [
    // An app without a name shows the address.
    ['pn', (name === null ? '' : cut(clean(name), longestName)) || vpa],
    ['tr', transactionReference.length <= longestTransactionReference ? transactionReference : ''],
    ['tn', [...note].length <= longestNote ? note : ''],
    ['am', padToCurrency(amount.amount, rupee)],
    ['cu', rupee],
  ];
  const rest = parts
    .filter(([, value]) => value !== '')
    // Apps read a plus as a plus, so a space is %20.
    .map(([part, value]) => `&${part}=${encodeURIComponent(value)}`);
  return `upi://pay?pa=${vpa}${rest.join('')}`;
}

function isPayable({ amount, currency }: Money): boolean {
  return currency === rupee && fitsCurrency(amount, rupee) && compareDecimals(amount, '0') > 0;
}

/** Replaces what no app shows and no link can carry: control characters and halves of characters. */
function clean(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim();
}

/** Shortens a text without splitting a character. */
function cut(text: string, longest: number): string {
  return [...text].slice(0, longest).join('').trim();
}

/**
 * Whether a link pays exactly this amount to this address by UPI, with the reference that the payee asks
 * for. A part that is there twice, or in another spelling, is read differently by
 * different apps: such a link doesn't count.
 */
export function isUpiLinkOf(
  link: string,
  { vpa, amount, askedReference }: Pick<UpiInvoice, 'vpa' | 'amount' | 'askedReference'>,
): boolean {
  const query = queryOf(link);
  if (query === null || !isPayable(amount)) return false;
  const parts = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    const known = name.toLowerCase();
    if (parts.has(known)) return false;
    parts.set(known, value);
  }
  // `mam` is the least that the payer may pay instead.
  const sums = [parts.get('am') ?? '', parts.get('mam') ?? parts.get('am') ?? ''];
  const isSameAmount = sums.every(
    (sum) => /^\d{1,12}(\.\d{1,2})?$/.test(sum) && compareDecimals(sum, amount.amount) === 0,
  );
  const isSamePayee = parts.get('pa')?.toLowerCase() === vpa.toLowerCase();
  const isFound =
    askedReference === null ||
    [parts.get('tr'), parts.get('tn')].some((text) => carries(text ?? '', askedReference));
  return isSamePayee && isSameAmount && (parts.get('cu') ?? rupee) === rupee && isFound;
}

/**
 * Whether a text is a reference or names it among other words. `tr` takes letters and digits only, so
 * that only they are compared.
 */
function carries(text: string, reference: string): boolean {
  const [words, asked] = [wordsOf(text), wordsOf(reference)];
  if (asked.length === 0) return false;
  const isIt = words.join('') === asked.join('');
  return isIt || ` ${words.join(' ')} `.includes(` ${asked.join(' ')} `);
}

/** Returns the words of a text: its runs of letters and digits, in lower case. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/**
 * Returns the query of a UPI link; null for any other link. Browsers disagree on the parts of a URL
 * with a scheme that they don't know, so the text itself is read. A fragment could hold an intent.
 */
function queryOf(link: string): string | null {
  return /^upi:\/\/pay\/?\?([^#\s]*)$/i.exec(link)?.[1] ?? null;
}

/**
 * Returns the link by which an invoice is paid: the provider's own one if it pays this amount to
 * this address with the reference that was asked for, since it may be signed; otherwise one written from the invoice.
 * @param sent - the provider's links and the text of its code
 * @returns null if the invoice can't be paid by a link
 */
export function resolveUpiLink(
  payment: UpiInvoice,
  sent: readonly (string | null)[],
): string | null {
  if (!isVpa(payment.vpa)) return null;
  const own = sent.find((link) => link !== null && isUpiLinkOf(link, payment));
  return own ?? writeUpiLink(payment);
}

/** A device that opens links to apps. */
export type UpiDevice = 'android' | 'ios' | 'other';

/** An app for UPI. */
interface UpiApp {
  /** The name as its owner writes it. */
  name: string;
  /** The id of a file `icons/<id>.svg` in the catalogue, if there is one. */
  iconId: string | null;
  /** The beginning of its links on iOS, before the query. */
  iosStart: string;
  /** Its package on Android. */
  androidPackage: string;
}

/**
 * The apps of which schemes and packages are documented: Google Pay by Google (India API), PhonePe
 * and Paytm by PhonePe (packages) and Razorpay (schemes), BHIM by Razorpay and Juspay, which lists
 * these four for mobile web, CRED and Amazon Pay by Razorpay and Cybrilla.
 */
const upiApps: readonly UpiApp[] = [
  {
    name: 'Google Pay',
    iconId: 'google-pay',
    iosStart: 'gpay://upi/pay',
    androidPackage: 'com.google.android.apps.nbu.paisa.user',
  },
  {
    name: 'PhonePe',
    iconId: 'phonepe',
    iosStart: 'phonepe://pay',
    androidPackage: 'com.phonepe.app',
  },
  {
    name: 'Paytm',
    iconId: 'paytm',
    iosStart: 'paytmmp://pay',
    androidPackage: 'net.one97.paytm',
  },
  {
    name: 'BHIM',
    iconId: 'bhim',
    iosStart: 'bhim://pay',
    androidPackage: 'in.org.npci.upiapp',
  },
  {
    name: 'CRED',
    iconId: null,
    iosStart: 'credpay://upi/pay',
    androidPackage: 'com.dreamplug.androidapp',
  },
  {
    name: 'Amazon Pay',
    iconId: 'amazon-pay',
    iosStart: 'amazonpay://upi/pay',
    androidPackage: 'in.amazon.mShop.android.shopping',
  },
];

/** A link that opens a payment in an app. */
export interface UpiAppLink {
  /** Null for any app: the phone lets the player choose. */
  app: Pick<UpiApp, 'name' | 'iconId'> | null;
  href: string;
}

/**
 * Returns the links that open a UPI link in the apps of a device. Android lets the player choose an
 * app for `upi:`, and opens one app by an intent with its package; without the app the browser shows
 * it in the store. iOS opens some app for `upi:` without asking, so each app is named by its own
 * scheme. Any other device gets the link itself.
 * @param schemes - the schemes that the method declares (§5): an app whose link has none of them is
 * left out, and without `upi` there is no link at all
 * @param hasIntents - the browser opens intents; a native app's web view doesn't
 */
export function listUpiAppLinks(
  link: string,
  {
    device,
    schemes,
    hasIntents,
  }: {
    device: UpiDevice;
    schemes: readonly string[];
    hasIntents: boolean;
  },
): readonly UpiAppLink[] {
  const query = queryOf(link);
  if (query === null || !isSafeLink(link, schemes)) return [];
  const any: UpiAppLink = { app: null, href: link };
  if (device === 'android') {
    const intents = upiApps.map((app) => ({ app, href: writeIntent(query, app) }));
    return hasIntents ? [any, ...intents] : [any];
  }
  if (device === 'other') return [any];
  const own = upiApps
    .map((app) => ({ app, href: `${app.iosStart}?${query}` }))
    .filter(({ href }) => isSafeLink(href, schemes));
  return own.length > 0 ? own : [any];
}

/**
 * Writes an intent (Chrome, "Android Intents with Chrome"). Its part after `#` consists of constants:
 * the query has no `#`, so data can't add another package, or a page to open instead.
 */
function writeIntent(query: string, { androidPackage }: UpiApp): string {
  return `intent://pay?${query}#Intent;scheme=upi;package=${androidPackage};end`;
}
