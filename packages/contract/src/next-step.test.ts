import { describe, expect, test } from 'vitest';
import type { DepositCreateResponse } from './calls/deposit-create.ts';
import { isSafeLink } from './links.ts';
import { decodeNextStep } from './next-step.ts';

function buildResponse(
  apiResponse: Partial<DepositCreateResponse['apiResponse']> = {},
): DepositCreateResponse {
  return {
    depositId: 'd1',
    reference: 'KS-7Q2M-41XK',
    apiResponse: {
      depositId: 'd1',
      source: 'https://pay.example/p/1',
      method: 'GET',
      data: {},
      pageId: null,
      isFieldsRequired: false,
      ...apiResponse,
    },
    fields: [],
  };
}

test.each([
  'https://pay.example',
  'HTTPS://PAY.EXAMPLE/p/1?x=1#y',
  'https://pay.example:8443/p',
  'http://localhost:4200/pay/1',
  'http://127.0.0.1:4200/pay/1',
  'http://[::1]:4200/pay/1',
])('opens %s', (link) => {
  expect(isSafeLink(link)).toBe(true);
});

test.each([
  // The list of §5
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  'blob:https://pay.example/1',
  'about:blank',
  'chrome://settings',
  // Other spellings
  'JaVaScRiPt:alert(1)',
  'DATA:text/html,hi',
  ' javascript:alert(1)',
  '\u0000javascript:alert(1)',
  '\u0001 javascript:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  'javascript\r:alert(1)',
  'javascript://pay.example/%0aalert(1)',
  // Neither secure nor this machine
  'http://pay.example',
  'http://localhost.pay.example',
  'http://127.0.0.1.pay.example',
  'http://10.0.0.1',
  // One host that looks like another
  'https://pay.example@evil.example/',
  'https://user:secret@pay.example/',
  'http://localhost@evil.example/',
  // Schemes that no method declares
  'vbscript:msgbox(1)',
  'ftp://pay.example',
  'intent://pay#Intent;end',
  'ws://localhost',
  '//pay.example',
  '/pay',
  'pay.example',
  'https://',
  '',
])('rejects %j', (link) => {
  expect(isSafeLink(link)).toBe(false);
});

test('puts the data of a GET into the query', () => {
  const { externalRedirect, next } = decodeNextStep(
    buildResponse({
      source: 'https://pay.example/p?lang=en&token=old',
      data: { token: 'a b&c=d', näme: '✓' },
    }),
  );
  expect(next).toEqual({ kind: 'complete' });
  expect(externalRedirect?.method).toBe('GET');
  const { searchParams } = new URL(externalRedirect?.url ?? '');
  expect(Object.fromEntries(searchParams)).toEqual({
    lang: 'en',
    token: 'a b&c=d',
    näme: '✓',
  });
});

test('keeps the data of a POST for the form', () => {
  const data = { PaReq: 'x=y&z', MD: '' };
  expect(decodeNextStep(buildResponse({ method: 'POST', data })).externalRedirect).toEqual({
    method: 'POST',
    url: 'https://pay.example/p/1',
    fields: data,
  });
});

test.each(['GET', 'POST'] as const)('opens the validated address by %s', (method) => {
  const source = ' https://pay.exa\tmple/p/1\n';
  expect(decodeNextStep(buildResponse({ method, source })).externalRedirect?.url).toBe(
    'https://pay.example/p/1',
  );
});

test('continues without a page if there is none', () => {
  expect(decodeNextStep(buildResponse({ source: null }))).toEqual({
    depositId: 'd1',
    reference: 'KS-7Q2M-41XK',
    externalRedirect: null,
    next: { kind: 'complete' },
    unread: [],
  });
});

const shown = {
  depositAddress: 'UQBvW8Z5huBkMJYdnfAEM5JqTNkuWX3diqYENkWsIL0XggGG',
  cryptoName: 'USDT',
  minDepositValue: '5',
  blockchain: 'TON',
  memo: 'KS 7Q2M',
  tokenContract: '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe',
};

test.each([
  ['is a link of the method', { qrCodeText: 'upi://pay?pa=k@bank' }, 'upi://pay?pa=k@bank'],
  ['is a page', { qrCodeText: 'https://pay.example/q/1' }, 'https://pay.example/q/1'],
  ['has a link of its own', { qrCodeText: 'upi://a', buttonPay: 'upi://b' }, 'upi://b'],
  ['is a text', { qrCodeText: '00020126' }, null],
  ['is a link of another kind', { qrCodeText: 'javascript:alert(1)' }, null],
])('opens a code where it %s', (_, data, payLink) => {
  const response = buildResponse({ source: null, pageId: 'pix', data });
  const { next } = decodeNextStep(response, { linkSchemes: ['upi'] });
  expect(next).toMatchObject({ kind: 'code', code: { text: data.qrCodeText, payLink } });
});

test('continues with an address', () => {
  const { next, unread } = decodeNextStep(buildResponse({ source: null, data: shown }));
  expect(next).toEqual({ kind: 'address', address: shown, expiresAtMs: null });
  expect(unread).toEqual([]);
});

test.each([
  { depositAddress: '' },
  { depositAddress: 'TXYZ opYRdj2D9' },
  { depositAddress: 'TXYZ\u202eopYRdj2D9' },
  { depositAddress: 'bitcoin:bc1qar0srrr7xfkvy5l643' },
  { depositAddress: ['TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf'] },
  { tokenContract: '0xdAC17&address=0x5290' },
  { memo: 'KS\u200b7Q2M' },
  { memo: 'KS\n7Q2M' },
  { blockchain: 'SOLANA' },
])('tells of an address that can’t be read, but has none to show: %j', (hostile) => {
  const data = { ...shown, ...hostile };
  const { next, unread } = decodeNextStep(buildResponse({ source: null, data }));
  expect(next).toEqual({ kind: 'unreadableAddress' });
  expect(unread).toEqual(['depositAddress']);
});

test('leaves an address that is for the provider’s page to that page', () => {
  const { next, externalRedirect } = decodeNextStep(
    buildResponse({ data: { depositAddress: '1 Main Street' } }),
  );
  expect(next).toEqual({ kind: 'complete' });
  expect(externalRedirect).not.toBeNull();
});

test('keeps numbers and booleans of redirect data as text (§4)', () => {
  const data = { amount: 50.5, isTest: false, note: null, token: 't' };
  const text = { amount: '50.5', isTest: 'false', token: 't' };
  const get = decodeNextStep(buildResponse({ data })).externalRedirect;
  expect(Object.fromEntries(new URL(get?.url ?? '').searchParams)).toEqual(text);
  expect(decodeNextStep(buildResponse({ method: 'POST', data })).externalRedirect).toMatchObject({
    fields: text,
  });
});

const flow = { payment_amount: '50', payment_currency: 'EUR' };
const code = { qrCodeText: '00020126' };
const invoice = { ...flow, requisites: [{ name: 'iban', value: 'DE89370400440532013000' }] };
const offer = {
  offerId: 'offer-1',
  method: 'moonpay',
  title: 'MoonPay',
  amount: '98.40',
  currency: 'EUR',
  fee: '1.60',
  coin: 'USDT',
  coinAmount: '106.95',
  rate: '0.92',
  iconIds: [],
};
const offers = { paymentMethodOffers: [offer] };
const unreadOffers = ['paymentMethodOffers'];
const envelope = {
  key: `${'A'.repeat(43)}=`,
  iv: 'A'.repeat(16),
  encryptedText: 'AAAA',
  tag: `${'A'.repeat(22)}==`,
};

test.each<[string, DepositCreateResponse['apiResponse']['pageId'], object, string, string[]]>([
  [
    'the unified form before a known page',
    'pix',
    { unifiedFlow: flow, ...code },
    'unifiedForm',
    [],
  ],
  ['the unified form before an unknown page', 'hologram', { unifiedFlow: flow }, 'unifiedForm', []],
  ['a known page', 'pix', code, 'code', []],
  ['an unknown page', 'hologram', {}, 'complete', ['pageId hologram']],
  ['a known page without its code', 'eazype', {}, 'complete', ['pageId eazype']],
  [
    'a form that can’t be read, and a page that can',
    'pix',
    { unifiedFlow: { ...flow, payment_amount: 50 }, ...code },
    'code',
    ['unifiedFlow.payment_amount'],
  ],
  ['a form that is a text', null, { unifiedFlow: 'yes' }, 'complete', ['unifiedFlow']],
  ['no form', null, { unifiedFlow: null }, 'complete', []],
  ['the unified form before offers', null, { unifiedFlow: flow, ...offers }, 'unifiedForm', []],
  ['offers before an invoice', null, { ...offers, ...invoice }, 'offers', []],
  ['an invoice before a known page', 'pix', { ...invoice, ...code }, 'invoice', []],
  ['an invoice with a card alone', null, { ...flow, card: { encoded: envelope } }, 'invoice', []],
  ['offers that can’t be read', null, { paymentMethodOffers: [{}] }, 'complete', unreadOffers],
  ['no offer', null, { paymentMethodOffers: [] }, 'complete', unreadOffers],
  [
    'offers that can’t be read, and an invoice that can',
    null,
    { paymentMethodOffers: [{}], ...invoice },
    'invoice',
    unreadOffers,
  ],
  [
    'an invoice that can’t be read, and a page that can',
    'pix',
    { ...invoice, payment_amount: 50, ...code },
    'code',
    ['payment_amount'],
  ],
  [
    'an invoice without its amount',
    null,
    { requisites: [], card: {} },
    'complete',
    ['payment_amount', 'payment_currency', 'card.encoded'],
  ],
  [
    'an invoice with its card in plain',
    null,
    { ...flow, card: { number: '8600140441235071' } },
    'complete',
    ['card.encoded'],
  ],
  ['an invoice without an account', null, { ...flow, requisites: [] }, 'complete', ['requisites']],
  ['a text of the provider under such a name', null, { card: 'c1' }, 'complete', []],
  ['a list for the provider', null, { items: [1] }, 'complete', ['data items']],
  [
    'a form with an unsafe link',
    null,
    { unifiedFlow: { ...flow, buttonPay: 'javascript:alert(1)' } },
    'unifiedForm',
    ['buttonPay'],
  ],
])('continues with %s, and names the unread parts (§4)', (_, pageId, data, kind, unread) => {
  const decoded = decodeNextStep(buildResponse({ pageId, data: { ...data } }));
  expect(decoded.next.kind).toBe(kind);
  expect(decoded.unread).toEqual(unread);
  expect(decoded.externalRedirect).not.toBeNull();
});

test.each([
  [['complete', 'share', 7], ['complete'], ['buttons share', 'buttons 7']],
  [['share'], [], ['buttons share']],
  [undefined, ['complete'], []],
])('leaves unknown buttons out of an invoice: %j', (buttons, shown, unread) => {
  const decoded = decodeNextStep(buildResponse({ data: { unifiedFlow: { ...flow, buttons } } }));
  expect(decoded).toMatchObject({
    next: { kind: 'unifiedForm', form: { buttons: shown } },
    unread,
  });
});

test.each([
  ['more fields', { isFieldsRequired: true }, 'fields'],
  ['an unsafe link', { source: 'javascript:alert(1)' }, 'unsafe link'],
  [
    'a form to an unsafe link',
    { method: 'POST' as const, source: 'javascript:alert(1)' },
    'unsafe link',
  ],
  ['a link that can’t be parsed', { source: 'pay.example/p' }, 'unsafe link'],
])('opens nothing for %s', (_, apiResponse, what) => {
  const decoded = decodeNextStep(buildResponse(apiResponse));
  expect(decoded.externalRedirect).toBeNull();
  expect(decoded.next).toEqual({ kind: 'unsupported', what });
});

test('asks for more fields before anything else (§4)', () => {
  const fields = [{ name: 'otp', type: 'text' as const }];
  const response = buildResponse({ isFieldsRequired: true, data: { ...invoice } });
  expect(decodeNextStep({ ...response, fields })).toMatchObject({
    next: { kind: 'fields', fields },
    externalRedirect: null,
  });
});

describe('an invoice', () => {
  const created = '2026-01-01T12:00:00Z';
  const decode = (data: object, method = {}) => {
    const { next } = decodeNextStep(buildResponse({ data: { ...data } }), method);
    return next.kind === 'invoice' ? next.invoice : null;
  };

  test('has its amount, its account and the envelope of the card', () => {
    const data = { ...invoice, card: { encoded: envelope }, buttons: ['complete'] };
    expect(decode(data)).toEqual({
      amount: { amount: '50', currency: 'EUR' },
      card: envelope,
      processing: null,
      requisites: invoice.requisites,
      code: null,
      instruction: null,
      inputFields: [],
      buttons: ['complete'],
      expiresAtMs: null,
    });
  });

  test.each([
    [
      { processingAmount: '49.37', processingCurrency: 'EUR' },
      { amount: '49.37', currency: 'EUR' },
    ],
    [{ processingAmount: '49,37', processingCurrency: 'EUR' }, null],
    [{ processingAmount: '49.37' }, null],
  ])('of %j is processed with %j', (processing, sum) => {
    expect(decode({ ...invoice, ...processing })?.processing).toEqual(sum);
  });

  test.each([
    ['600 s', {}, {}, 600],
    ['15 minutes for a bank transfer', {}, { cardViewType: 9 }, 900],
    ['the stated lifetime', { lifetime: 60 }, { cardViewType: 9 }, 60],
    ['the stated minutes', { timeout_minutes: 2, lifetime: 60 }, {}, 120],
  ])('ends after %s (§9)', (_, stated, method, seconds) => {
    expect(decode({ ...invoice, created, ...stated }, method)?.expiresAtMs).toBe(
      Date.parse(created) + seconds * 1000,
    );
  });

  test('may stand beside a redirect, which gets no payment details', () => {
    const decoded = decodeNextStep(buildResponse({ data: { ...invoice } }));
    expect(decoded.next.kind).toBe('invoice');
    expect(decoded.externalRedirect?.url).not.toContain('DE89');
  });
});
