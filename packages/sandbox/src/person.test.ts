import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { startTestSandbox, type TestSandbox } from './testing/sandbox-client.ts';

let sandbox: TestSandbox;

beforeEach(async () => {
  sandbox = await startTestSandbox();
});

afterEach(() => sandbox.close());

const personSchema = z.looseObject({
  amount: z.string(),
  cardNumber: z.optional(z.string()),
  phone: z.optional(z.string()),
  system: z.optional(z.string()),
});
const paymentSchema = z.looseObject({ id: z.string(), person: personSchema });

let references = 0;

async function create(method: string, amount: string, currency: string) {
  references += 1;
  const merchantReference = `dep-${references}`;
  return sandbox.create({ merchantReference, method, amount, currency, cardViewType: 5 });
}

const createPerson = async (method: string, currency: string, amount = '500.00') =>
  paymentSchema.parse(await create(method, amount, currency));

/** Whether the last digit of a card number is its check digit (ISO/IEC 7812-1). */
function hasCheckDigit(number: string): boolean {
  const digits = [...number].reverse().map(Number);
  const sum = digits.reduce((total, digit, index) => {
    const counted = index % 2 === 0 ? digit : digit * 2;
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return sum % 10 === 0;
}

test.each([
  ['card_p2p_uz_uzcard', 'UZS', '8600', 'Uzcard'],
  ['card_p2p_uz_humo', 'UZS', '9860', 'Humo'],
  ['card_p2p_kg_elcart', 'KGS', '9417', 'Elcart'],
  ['card_p2p_kg_mbank', 'KGS', '4000', 'Visa'],
  ['card_p2p_ru_tbank', 'RUB', '2200', 'Mir'],
  ['card_p2p_tj_korti_milli', 'TJS', '5058', 'Korti Milli'],
])(
  '%s is paid to a card of its scheme, another one each time',
  async (method, currency, start, system) => {
    const [one, other] = [
      await createPerson(method, currency),
      await createPerson(method, currency),
    ];
    for (const { person } of [one, other]) {
      expect(person).toMatchObject({ amount: '500.00', currency, system });
      expect(person.cardNumber).toMatch(new RegExp(`^${start}\\d{12}$`));
      expect(hasCheckDigit(person.cardNumber ?? '')).toBe(true);
      expect(person).not.toHaveProperty('phone');
    }
    expect(one.person.cardNumber).not.toBe(other.person.cardNumber);
  },
);

test.each([
  ['bkash_p2p', 'BDT', /^\+88010\d{7}$/, 'bKash'],
  ['nagad_p2p', 'BDT', /^\+88010\d{7}$/, 'Nagad'],
  ['p2p_market', 'KZT', /^\+7000\d{7}$/, undefined],
  ['sbp_p2p_ru', 'RUB', /^\+7000\d{7}$/, undefined],
])('%s is paid to a phone number', async (method, currency, pattern, system) => {
  const { person } = await createPerson(method, currency);
  expect(person.phone).toMatch(pattern);
  expect(person.system).toBe(system);
  expect(person).not.toHaveProperty('cardNumber');
});

test('the last two digits of the amount choose another answer', async () => {
  const processed = await createPerson('card_p2p_uz_humo', 'UZS', '50011.00');
  expect(processed.person.amount).toBe('49510.89');
  expect(await create('card_p2p_uz_humo', '50012.00', 'UZS')).toMatchObject({
    invoice: { amount: '50012.00' },
  });
  const invalid = await createPerson('card_p2p_uz_humo', 'UZS', '50014.00');
  expect(invalid.person).toMatchObject({ amount: '50014.00' });
  expect(invalid.person).not.toHaveProperty('cardNumber');
});

test('an amount that asks for a code has no person until the code is there', async () => {
  const body = {
    merchantReference: 'dep-code',
    amount: '50013',
    currency: 'UZS',
    method: 'card_p2p_uz_humo',
    cardViewType: 5,
    returnUrl: 'https://casino.example/',
    webhookUrl: 'http://127.0.0.1:9/webhook',
  };
  const { body: asked } = await sandbox.post('/v1/payments', body);
  expect(asked).toMatchObject({
    redirect: null,
    missingDetails: [{ name: 'smsCode', kind: 'code' }],
  });
  const details = { smsCode: '123456' };
  const { body: ready } = await sandbox.post(`/v1/payments/${asked.id}/details`, { details });
  expect(ready).toMatchObject({ missingDetails: [], person: { amount: '50013' } });
});

test.each([
  ['card_p2p_kg_elcart', 'KGS', (person: z.infer<typeof personSchema>) => person.cardNumber],
  ['bkash_p2p', 'BDT', (person: z.infer<typeof personSchema>) => person.phone],
  ['nagad_p2p', 'BDT', (person: z.infer<typeof personSchema>) => person.phone?.slice(1)],
])("a transfer of the player's bank settles %s", async (method, currency, accountOf) => {
  const { id, person } = await createPerson(method, currency);
  const account = (accountOf(person) ?? '').replace(/(\d{4})/g, '$1 ');
  const fields = { account, amount: '500', currency, text: '', payerName: 'Zoë Sample' };
  const body = new URLSearchParams({ ...fields, action: 'pay' });
  const page = await fetch(`${sandbox.url}/bank`, { method: 'POST', body });
  expect(await page.text()).toContain('which is paid now');
  expect(await sandbox.get(id)).toMatchObject({ status: 'approved', paidAmount: '500' });
});

test("a claim keeps its confirmation id, and the operator's page only says that there is one", async () => {
  const { id } = await createPerson('bkash_p2p', 'BDT');
  const page = async () => (await fetch(`${sandbox.url}/payments/${id}`)).text();
  expect(await page()).toContain('has said nothing');
  await sandbox.post(`/v1/payments/${id}/complete`, {});
  expect(await page()).toContain('says it is paid<');
  await sandbox.post(`/v1/payments/${id}/complete`, { confirmationId: '8412907355' });
  await sandbox.post(`/v1/payments/${id}/complete`, {});
  expect(await sandbox.get(id)).toMatchObject({ playerClaim: { confirmationId: '8412907355' } });
  expect(await page()).toContain('says it is paid, with a confirmation id');
  expect(await page()).not.toContain('8412907355');
});
