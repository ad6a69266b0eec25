import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  fieldDefinitionSchema,
  isSafeLink,
  isVpa,
  paymentCodeSchema,
  transferInvoiceSchema,
  unifiedFlowSchema,
  validateField,
} from '@kassa/contract';
import { type Sandbox, startSandbox } from '@kassa/sandbox';
import { parsePix } from 'pix-utils';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unknownPlayer } from '../../testing/order-players.ts';
import type { Connector, DepositOrder } from '../connector.ts';
import { factory } from './connector.ts';

/* The next step for each kind of method, from a running sandbox. */

let dataFolder: string;
let sandbox: Sandbox;
let connector: Connector;
beforeAll(async () => {
  dataFolder = await mkdtemp(path.join(tmpdir(), 'kassa-steps-'));
  const apiKey = 'sandbox-api-key-of-steps';
  const webhookSecret = 'sandbox-webhook-secret-of-steps';
  sandbox = await startSandbox({ port: 0, dataFolder, apiKey, webhookSecret });
  const built = factory.build({ apiUrl: sandbox.url, apiKey, webhookSecret });
  if ('problems' in built) throw new Error(JSON.stringify(built.problems));
  ({ connector } = built);
});
afterAll(async () => {
  await sandbox.close();
  await rm(dataFolder, { recursive: true, force: true });
});

/**
 * Creates a deposit twice, as after a crash, and returns the step, which must be the same both
 * times.
 */
async function stepOf(part: Partial<DepositOrder>) {
  const depositId = uuidv7();
  const order: DepositOrder = {
    depositId,
    attemptId: depositId,
    playerId: 'player-1',
    player: unknownPlayer,
    paymentMethod: 'some_method',
    category: null,
    cardViewType: null,
    reference: 'KS-7Q2M-41XK',
    amount: '50',
    payerFee: '0',
    charged: '50',
    currency: 'EUR',
    fields: {},
    providerReference: null,
    returnUrl: 'https://casino.example/',
    notificationUrl: 'http://127.0.0.1:9/notifications',
    ...part,
  };
  const outcome = await connector.create(order);
  if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome));
  // The catalogue has changed meanwhile: it is still the same payment.
  expect(await connector.create({ ...order, category: 'somethingElse' })).toMatchObject({
    kind: 'accepted',
    providerReference: outcome.providerReference,
  });
  expect(await connector.create(order)).toEqual(outcome);
  return outcome.step;
}

describe('a page', () => {
  it.each([
    { category: 'card', cardViewType: 1, says: 'Card details' },
    { category: 'eMoney', cardViewType: 0, says: 'Log in to' },
    { category: 'bankTransfer', cardViewType: 0, says: 'Choose your bank' },
    { category: 'cash', cardViewType: 0, says: 'Pay at a shop' },
    { category: 'cash', cardViewType: 20, says: 'cash agent' },
    { category: 'crypto', cardViewType: 0, says: 'Approve' },
  ])('of $category, $cardViewType is opened by a GET', async ({ says, ...part }) => {
    const step = await stepOf(part);
    if (step?.kind !== 'page') throw new Error(step?.kind);
    expect(step.method).toBe('GET');
    const url = new URL(step.url);
    for (const [name, value] of Object.entries(step.data)) url.searchParams.set(name, value);
    const page = await fetch(url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(says);
  });

  it('of some banks is opened by a form', async () => {
    const step = await stepOf({
      paymentMethod: 'sepa',
      category: 'bankTransfer',
      cardViewType: 0,
    });
    if (step?.kind !== 'page') throw new Error(step?.kind);
    expect(step.method).toBe('POST');
    const body = new URLSearchParams(step.data);
    const page = await fetch(step.url, { method: 'POST', body });
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Choose your bank');
    expect((await fetch(step.url, { method: 'POST' })).status).toBe(404);
  });
});

describe('a code', () => {
  it('of Pix holds the amount, with a valid checksum', async () => {
    const step = await stepOf({ cardViewType: 6, currency: 'BRL', amount: '12.5' });
    if (step?.kind !== 'code') throw new Error(step?.kind);
    expect(step.pageId).toBe('pix');
    expect(paymentCodeSchema.parse(step.data)).toEqual(step.data);
    expect(parsePix(step.data.qrCodeText ?? '')).toMatchObject({
      transactionAmount: 12.5,
      pixKey: 'sandbox@pay.example',
    });
  });

  it('of Eazype can be scanned, and opened by an app’s URL scheme', async () => {
    const step = await stepOf({ cardViewType: 7, currency: 'INR', amount: '500' });
    if (step?.kind !== 'code') throw new Error(step?.kind);
    const { qrCodeText, buttonPay = '', created, lifetime } = step.data;
    expect(step.pageId).toBe('eazype');
    expect(qrCodeText).toBe(buttonPay);
    expect(isSafeLink(buttonPay, ['upi'])).toBe(true);
    expect(isSafeLink(buttonPay)).toBe(false);
    expect(new URL(buttonPay).searchParams.get('am')).toBe('500');
    expect(Date.now() - Date.parse(created ?? '')).toBeLessThan(60_000);
    expect(lifetime).toBe(900);
  });

  it('of Eazype with an odd number as amount is only a link to a page', async () => {
    const step = await stepOf({ cardViewType: 7, currency: 'INR', amount: '501' });
    if (step?.kind !== 'code') throw new Error(step?.kind);
    expect(step.data.qrCodeText).toBeUndefined();
    expect((await fetch(step.data.buttonPay ?? '')).status).toBe(200);
  });
});

describe('an invoice of a virtual account', () => {
  it.each([
    ['virtual_account_id', 8],
    ['bca', 8],
    ['bank_transfer_eur', 9],
  ])('is the step of %s, %i', async (paymentMethod, cardViewType) => {
    const profile = { ...unknownPlayer, country: 'id' };
    const part = { paymentMethod, category: 'bankTransfer', cardViewType, player: profile };
    const step = await stepOf({ ...part, currency: 'IDR', amount: '250000' });
    if (step?.kind !== 'invoice') throw new Error(step?.kind);
    const { invoice } = step;
    expect(transferInvoiceSchema.parse(invoice)).toEqual(invoice);
    expect(invoice).toEqual({
      card: {
        bank_name: expect.stringContaining('simulated'),
        account_number: expect.stringMatching(/^88\d{14}$/),
        fullName: 'Sandbox Pay',
        transaction_description: expect.stringMatching(/^SBX[0-9A-F]{8}$/),
        country_code: 'ID',
      },
      payment_amount: '250000',
      payment_currency: 'IDR',
      created: expect.any(String),
      lifetime: 900,
      buttons: ['complete', 'cancel'],
    });
    expect(Date.now() - Date.parse(invoice.created ?? '')).toBeLessThan(60_000);
  });

  it('has an account of its own, asks for the fee too, and names no unknown country', async () => {
    const part = { cardViewType: 8, currency: 'KRW', payerFee: '500', charged: '50500' };
    const steps = await Promise.all([1, 2].map(() => stepOf({ ...part, amount: '50000' })));
    const invoices = steps.map((step) => (step?.kind === 'invoice' ? step.invoice : null));
    expect(invoices.map((invoice) => invoice?.payment_amount)).toEqual(['50500', '50500']);
    expect(invoices[0]?.card).not.toHaveProperty('country_code');
    const numbers = invoices.map((invoice) => invoice?.card?.account_number);
    expect(new Set(numbers).size).toBe(2);
  });
});

describe('an invoice by UPI', () => {
  it('has an address, the exact sum and a reference, and asks for the UTR', async () => {
    const part = { paymentMethod: 'upi_transfer', category: 'upi', cardViewType: 3 };
    const step = await stepOf({ ...part, currency: 'INR', amount: '1003.50', charged: '1003.50' });
    if (step?.kind !== 'invoice') throw new Error(step?.kind);
    const { invoice } = step;
    expect(transferInvoiceSchema.parse(invoice)).toEqual(invoice);
    expect(invoice).toEqual({
      card: {
        vpa: expect.stringMatching(/^sandbox\.88\d{14}@kassa$/),
        fullName: 'Sandbox Pay',
        transaction_description: expect.stringMatching(/^SBX[0-9A-F]{8}$/),
      },
      payment_amount: '1003.50',
      payment_currency: 'INR',
      inputFields: [expect.objectContaining({ name: 'utr' })],
      created: expect.any(String),
      lifetime: 900,
      buttons: ['complete', 'cancel'],
    });
    expect(isVpa(invoice.card?.vpa ?? '')).toBe(true);
    const [utr] = (invoice.inputFields ?? []).map((field) => fieldDefinitionSchema.parse(field));
    if (utr === undefined) throw new Error('asks for nothing');
    expect(validateField(utr, '412345678901')).toBeNull();
    for (const wrong of ['41234567890', '4123456789012', 'SBIN41234567', '4123 4567 8901']) {
      expect(validateField(utr, wrong)).toMatchObject({ kind: 'rule' });
    }
  });
});

describe('a unified form', () => {
  it.each(['sandbox_unified', 'promptpay', 'duitnow_qr', 'nequi', 'unified_anything'])(
    'is the step of %s',
    async (paymentMethod) => {
      const step = await stepOf({ paymentMethod, currency: 'THB', amount: '250.75' });
      if (step?.kind !== 'unifiedForm') throw new Error(step?.kind);
      const { form } = step;
      expect(unifiedFlowSchema.parse(form)).toEqual(form);
      expect(form).toMatchObject({ payment_amount: '250.75', payment_currency: 'THB' });
      expect(form.requisites?.map(({ name }) => name)).toContain('accountNumber');
      expect(isSafeLink(form.buttonPay ?? '')).toBe(true);
    },
  );

  it.each([
    ['promptpay', 'THB', []],
    ['nequi', 'COP', []],
    ['sandbox_unified', 'EUR', ['senderName']],
    ['unified_upi', 'INR', ['senderName', 'utr']],
  ])('of %s in %s asks for what the transfer has: %j', async (paymentMethod, currency, names) => {
    const step = await stepOf({ paymentMethod, currency, amount: '250' });
    if (step?.kind !== 'unifiedForm') throw new Error(step?.kind);
    const { inputFields = [], instruction } = step.form;
    expect(inputFields.map(({ name }) => name)).toEqual(names);
    const steps = JSON.stringify(instruction);
    expect(steps.includes('12 digits')).toBe(names.length === 2);
    expect(steps.includes('who paid')).toBe(names.length > 0);
    // Without fields the button comes only once the code was used.
    expect(steps.includes('press the button')).toBe(names.length > 0);
    const utr = inputFields.find(({ name }) => name === 'utr');
    if (utr === undefined) return;
    expect(validateField(utr, '123456789012')).toBeNull();
    expect(validateField(utr, '12345678901')).not.toBeNull();
  });
});

it('the fields of a preparation accept valid input', async () => {
  const outcome = await connector.prepare?.({
    playerId: 'player-1',
    paymentMethod: 'upi',
    currency: 'INR',
  });
  if (outcome?.kind !== 'prepared') throw new Error(outcome?.kind);
  expect(outcome.details.map(({ type }) => type)).toEqual(['text', 'text', 'QR']);
  const [field] = outcome.fields.map((item) => fieldDefinitionSchema.parse(item));
  if (field === undefined) throw new Error('asks for nothing');
  expect(validateField(field, 'asha.rao@okbank')).toBeNull();
  for (const wrong of ['asha', 'asha@mail.example', 'asha@ok bank', 'a@okbank', '@okbank']) {
    expect(validateField(field, wrong)).toMatchObject({ kind: 'rule' });
  }
});
