import { expect, test } from 'vitest';
import { hostDataSchema, hostToWidgetSchema, widgetToHostSchema } from './host-messages.ts';
import { themeTokensSchema } from './theme.ts';

const defaults = {
  token: '',
  locale: 'en-US',
  userId: '',
  closingButton: true,
  autoHeight: false,
  transport: 'socket',
  widgetViewType: 'main',
  platformVersion: 'redesign',
  pwa: false,
  isMobileApp: false,
  bonusList: [],
  experiments: [],
  host: '',
  xOrigin: '',
  partnerKey: '',
  schema: { meta: { isCryptoBonusAvailable: false, showCryptoInstruction: false } },
  assets: {},
  themeTokens: {},
};

test('fills in the defaults (§3)', () => {
  expect(hostDataSchema.parse({})).toEqual(defaults);
});

test('keeps the host’s data and drops unknown properties', () => {
  const data = {
    ...defaults,
    token: 't',
    locale: 'ar',
    paymentGeo: 'EG',
    currency: 'EGP',
    userId: 'u1',
    closingButton: false,
    autoHeight: true,
    transport: 'http',
    platform: 'android',
    widgetViewType: 'sweep',
    pwa: true,
    isMobileApp: true,
    bonusId: 'b1',
    experiments: [{ key: 'crypto_bonus', group: 'group_b' }],
    host: 'casino',
    schema: {
      meta: {
        geetestCaptchaId: 'g',
        isCryptoBonusAvailable: true,
        showCryptoInstruction: true,
      },
    },
    assets: { badge: 'https://casino.example/badge.svg' },
    theme: 'dark',
    themeTokens: { accent: '#0b7a5b', radius: '8px', font: '"Inter", sans-serif' },
  };
  expect(hostDataSchema.parse({ ...data, apiUrl: 'https://evil.example' })).toEqual(data);
});

test.each(['url(https://x)', 'var(--y)', 'expression(1)', 'red;color:blue', '}', 'calc(1px)', ''])(
  'rejects %j as a design token',
  (accent) => {
    expect(themeTokensSchema.safeParse({ accent }).success).toBe(false);
  },
);

test.each([
  ['token', 1],
  ['token', null],
  ['locale', ['en']],
  ['paymentGeo', {}],
  ['currency', 978],
  ['userId', 42],
  ['closingButton', 'yes'],
  ['backLabel', '<b>Back</b>'],
  ['backLabel', 'Back\nto'],
  ['backLabel', ' '],
  ['backLabel', 'x'.repeat(41)],
  ['autoHeight', 1],
  ['transport', 'carrier pigeon'],
  ['platform', 'fridge'],
  ['theme', 'sepia'],
  ['widgetViewType', 'poker'],
  ['pwa', 1],
  ['isMobileApp', 'no'],
  ['bonusId', 5],
])('names the field of a wrong type: %s = %j', (field, value) => {
  const parsed = hostDataSchema.safeParse({ [field]: value });
  expect(parsed.error?.issues.map((issue) => issue.path)).toEqual([[field]]);
});

test.each([
  ['https://casino.example/badge.svg?v=2', true],
  ['HTTPS://casino.example/badge.png', true],
  ['http://casino.example/badge.png', false],
  ['http://localhost:4000/badge.png', false],
  ['//casino.example/badge.png', false],
  ['https://player:secret@casino.example/badge.png', false],
  ['javascript:alert(1)', false],
  ['data:image/svg+xml,<svg/>', false],
  ['https://', false],
])('whether %s may be a badge: %s', (badge, isGood) => {
  expect(hostDataSchema.safeParse({ assets: { badge } }).success).toBe(isGood);
});

test.each([
  { messageType: 'loaded' },
  { messageType: 'loaded', payload: 'anything: it is decoded field by field' },
  { messageType: 'close' },
  { messageType: 'token-updated', payload: { token: 't' } },
  { messageType: 'theme-updated', payload: { theme: 'dark' } },
  { messageType: 'theme-updated', payload: { themeTokens: { accent: 'red' } } },
  { messageType: 'bonus-list-updated', payload: { bonusList: [{ id: 'any' }] } },
])('accepts from a host: %j', (message) => {
  expect(hostToWidgetSchema.parse(message)).toEqual(message);
});

test.each([
  null,
  'loaded',
  [],
  {},
  { messageType: 'Loaded' },
  { messageType: 'unheard-of' },
  { messageType: 'token-updated' },
  { messageType: 'token-updated', payload: { token: 1 } },
  { messageType: 'theme-updated' },
  { messageType: 'bonus-list-updated', payload: [] },
])('ignores from a host: %j', (message) => {
  expect(hostToWidgetSchema.safeParse(message).success).toBe(false);
});

test('sends the version beside the type, as in the product specification', () => {
  const loaded = { messageType: 'Loaded', version: 'v1.0.461' };
  expect(widgetToHostSchema.parse(loaded)).toEqual(loaded);
});

const analytics = { event: 'submit', event_category: 'deposit', submit_amount: '50.00' };

test.each([
  { messageType: 'onInit' },
  { messageType: 'onInitError', payload: { message: 'x' } },
  { messageType: 'FullLoaded' },
  { messageType: 'onClose' },
  { messageType: 'tokenExpired' },
  { messageType: 'resize', payload: { height: 640 } },
  { messageType: 'navigate', payload: { path: '/deposit' } },
  { messageType: 'depositStatus', payload: { depositId: 'd', status: 'processed' } },
  { messageType: 'Metric', payload: { name: 'first_show_submit_delay', value: 1200 } },
  { messageType: 'onLocaleError', payload: { message: 'x' } },
  { messageType: 'reconnect-attempt', payload: { attempt: 2, url: 'https://x' } },
  { messageType: 'onAnalyticsEvent', payload: analytics },
  { messageType: 'onShare', payload: { text: 'x' } },
  { messageType: 'onCopyToBuffer', payload: { text: 'x' } },
  {
    messageType: 'onInvalidP2PResponse',
    payload: { paymentType: 'x', paymentMethod: 'x', message: 'y' },
  },
])('sends to a host: %j', (message) => {
  expect(widgetToHostSchema.parse(message)).toEqual(message);
});

test.each([
  { messageType: 'onShare' },
  { messageType: 'resize', payload: { height: '640' } },
  { messageType: 'onAnalyticsEvent', payload: { ...analytics, event: 'pay' } },
  { messageType: 'onAnalyticsEvent', payload: { ...analytics, submit_amount: 50 } },
  // A withdrawal doesn't have this event (§7).
  {
    messageType: 'onAnalyticsEvent',
    payload: { event: 'redirect', event_category: 'withdrawal' },
  },
])('never sends: %j', (message) => {
  expect(widgetToHostSchema.safeParse(message).success).toBe(false);
});
