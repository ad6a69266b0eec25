import type { HostDataInput, ThemeTokens } from '@kassa/contract';
import { type Check, isFlag, isList, isOneOf, isRecord, isText, optional } from './checks.ts';
import { isWidgetMessageType } from './widget-message.ts';

/** A check of a type, and the expected type in words for the error message. */
type Rule = readonly [check: Check<unknown>, words: string];

const text: Rule = [optional(isText), 'a string'];
const flag: Rule = [optional(isFlag), 'true or false'];
const list: Rule = [optional(isList), 'an array'];
const record: Rule = [optional(isRecord), 'an object'];
const choice = (...words: string[]): Rule => [optional(isOneOf(...words)), quote(words)];
const isFunction = (value: unknown): value is () => unknown => typeof value === 'function';

/** The names of the contract's tokens; the compiler and a test compare them with the contract. */
const isThemeTokenName = isOneOf<keyof ThemeTokens>(
  'accent',
  'accent-strong',
  'on-accent',
  'bg',
  'surface',
  'raised',
  'text',
  'muted',
  'line',
  'control',
  'field',
  'radius',
  'radius-s',
  'font',
);

const hostDataRules: Record<keyof HostDataInput, Rule> = {
  token: [isText, 'a string'],
  locale: text,
  paymentGeo: text,
  currency: text,
  userId: text,
  closingButton: flag,
  backLabel: text,
  autoHeight: flag,
  transport: choice('socket', 'http'),
  platform: choice('desktop', 'mobile', 'android', 'ios'),
  widgetViewType: choice('main', 'sweep'),
  platformVersion: text,
  pwa: flag,
  isMobileApp: flag,
  bonusId: text,
  bonusList: list,
  experiments: list,
  host: text,
  xOrigin: text,
  partnerKey: text,
  schema: record,
  assets: record,
  theme: choice('light', 'dark'),
  themeTokens: record,
};

const rules = {
  ...hostDataRules,
  autoScroll: flag,
  start: choice('deposit', 'withdrawal'),
  title: text,
  on: record,
  refreshToken: [optional(isFunction), 'a function'],
} satisfies Record<string, Rule>;

/**
 * Validates the types of options before anything is mounted, so that a mistake reaches the
 * developer and not a player. The widget validates the content of bonuses and experiments.
 * @throws TypeError that names the option and its expected type, but never a token's value.
 */
export function checkOptions(options: unknown): void {
  if (!isRecord(options)) throw new TypeError('mountCashier: the options must be an object');
  for (const name of Object.keys(rules)) checkOption(name as keyof typeof rules, options[name]);
  for (const [type, listener] of entriesOf(options.on)) checkListener(type, listener);
}

/** @throws TypeError if an option's value has the wrong type. */
export function checkOption(name: keyof typeof rules, value: unknown): void {
  const [check, words] = rules[name];
  demand(check(value), name, words, value);
  if (name !== 'themeTokens') return;
  for (const [token, content] of entriesOf(value)) {
    demand(isThemeTokenName(token), `${name}.${token}`, 'a known token', content);
    demand(optional(isText)(content), `${name}.${token}`, 'a string', content);
  }
}

/**
 * @throws TypeError if the widget sends no message of this type, or the listener isn't a function.
 */
export function checkListener(type: unknown, listener: unknown): void {
  demand(isWidgetMessageType(type), 'an event', 'one of widgetMessageTypes', type);
  demand(isFunction(listener), `the listener of ${String(type)}`, 'a function', listener);
}

function demand(isRight: boolean, name: string, words: string, value: unknown): void {
  if (isRight) return;
  throw new TypeError(`mountCashier: ${name} must be ${words}, but is ${show(value)}`);
}

function entriesOf(value: unknown): [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : [];
}

function quote(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(' or ');
}

/** Returns a primitive value as it is, and of any other value only its type. */
function show(value: unknown): string {
  if (isText(value)) return `"${value}"`;
  const isWord = typeof value !== 'object' && typeof value !== 'function';
  return isWord ? String(value) : Object.prototype.toString.call(value);
}
