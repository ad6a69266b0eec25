import { expect, test } from 'vitest';
import { hostDataSchema, hostToWidgetSchema, widgetToHostSchema } from './host-messages.ts';

test('fills in what a host leaves out (§3)', () => {
  expect(hostDataSchema.parse({})).toEqual({
    token: '',
    locale: 'en-US',
    paymentGeo: 'RU',
    userId: '',
    closingButton: true,
    transport: 'socket',
  });
});

test('keeps what a host says, and nothing that it may not choose', () => {
  const data = {
    token: 't',
    locale: 'ar',
    paymentGeo: 'EG',
    currency: 'EGP',
    userId: 'u1',
    closingButton: false,
    transport: 'http',
    platform: 'android',
    theme: 'dark',
  };
  expect(hostDataSchema.parse({ ...data, apiUrl: 'https://evil.example' })).toEqual(data);
});

test.each([
  ['token', 1],
  ['token', null],
  ['locale', ['en']],
  ['paymentGeo', {}],
  ['currency', 978],
  ['userId', 42],
  ['closingButton', 'yes'],
  ['transport', 'carrier pigeon'],
  ['platform', 'fridge'],
  ['theme', 'sepia'],
])('names the field of a wrong type: %s = %j', (field, value) => {
  const parsed = hostDataSchema.safeParse({ [field]: value });
  expect(parsed.error?.issues.map((issue) => issue.path)).toEqual([[field]]);
});

test.each([
  { messageType: 'loaded' },
  { messageType: 'loaded', payload: 'anything: it is decoded field by field' },
  { messageType: 'close' },
  { messageType: 'token-updated', payload: { token: 't' } },
  { messageType: 'theme-updated', payload: { theme: 'dark' } },
])('takes from a host: %j', (message) => {
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
  { messageType: 'theme-updated', payload: { theme: 'sepia' } },
])('ignores from a host: %j', (message) => {
  expect(hostToWidgetSchema.safeParse(message).success).toBe(false);
});

test('carries the version beside the type, as the product specification has it', () => {
  const loaded = { messageType: 'Loaded', version: 'v1.0.461' };
  expect(widgetToHostSchema.parse(loaded)).toEqual(loaded);
});
