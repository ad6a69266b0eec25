import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import { openPayee } from '../../ground/encryption/sealed-payee.ts';
import { type OperatorEndpoint, startOperatorEndpoint } from '../../testing/operator-endpoint.ts';
import { buildPayout } from '../../testing/payout-rules-desk.ts';
import { useWithdrawalDesk } from '../../testing/withdrawal-desk.ts';

const desk = useWithdrawalDesk();
let endpoint: OperatorEndpoint;

beforeEach(async () => {
  endpoint = await startOperatorEndpoint();
  endpoint.answer = () => ({ body: { result: 'clear' } });
  desk.set({ screening: { url: endpoint.url, secrets: [endpoint.secret], timeoutMs: 60_000 } });
});

afterEach(() => endpoint.close());

const pixTypes = ['cnpj', 'phone', 'email', 'random'].map((value) => ({
  value,
  text: { en: value },
}));

const methods: CatalogMethod[] = [
  ...(['ETHEREUM', 'TON'] as const).map((blockchain) =>
    buildPayout(`on_${blockchain}`, {
      coin: { currency: 'USDT', blockchain },
      fields: [{ name: 'address', type: 'text', category: 'account' }],
    }),
  ),
  buildPayout('to_iban', {
    fields: [{ name: 'iban', type: 'text_uppercase', category: 'account', accountNumber: 'iban' }],
  }),
  buildPayout('to_phone', { fields: [{ name: 'phone', type: 'phone_with_prefix' }] }),
  buildPayout('to_email', { fields: [{ name: 'email', type: 'text', category: 'email' }] }),
  buildPayout('to_vpa', { fields: [{ name: 'vpa', type: 'text', category: 'account' }] }),
  buildPayout('to_sort_code', {
    fields: [
      { name: 'sortCode', type: 'text', category: 'number' },
      { name: 'account', type: 'text', category: 'number' },
    ],
  }),
  buildPayout('to_pix', {
    fields: [
      { name: 'pixKeyType', type: 'dropdown', values: pixTypes },
      { name: 'pixKey', type: 'text', category: 'account' },
    ],
  }),
];

/** Adds the methods until the test ends it. */
function addMethods(): () => void {
  const { core } = desk.server();
  const { catalogOf } = core;
  Object.assign(core, {
    catalogOf: (brandId: string) => {
      const catalog = catalogOf(brandId);
      return { ...catalog, methods: [...catalog.methods, ...methods] };
    },
  });
  return () => Object.assign(core, { catalogOf });
}

/** What is sent to the provider. */
function spyOnPayouts() {
  const account = desk.server().core.brands.get('kassa')?.accounts.get('sandbox');
  const payouts = account?.connector.payouts;
  if (!payouts) throw new Error('The sandbox pays out');
  return vi.spyOn(payouts, 'send');
}

const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const ton = 'UQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_p0p';
const raw = '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe';

interface Case {
  method: string;
  /** What is paid. */
  one: Record<string, string>;
  spellings: Record<string, string>[];
  /** What the screening is told. */
  screened: { address: string; blockchain: string | null };
}

test.each<Case>([
  {
    method: 'on_ETHEREUM',
    one: { address: evm },
    spellings: [
      { address: evm.toLowerCase() },
      { address: `0x${evm.slice(2).toUpperCase()}` },
      { address: ` ethereum:${evm} ` },
    ],
    screened: { address: evm, blockchain: 'ETHEREUM' },
  },
  {
    method: 'on_TON',
    one: { address: ton },
    spellings: [
      { address: raw },
      { address: raw.toUpperCase() },
      { address: 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs' },
    ],
    screened: { address: ton, blockchain: 'TON' },
  },
  {
    method: 'to_iban',
    one: { iban: 'DE89370400440532013000' },
    spellings: [
      { iban: 'de89 3704 0044 0532 0130 00' },
      { iban: 'DE89-3704-0044-0532-0130-00' },
      { iban: '\u200eDE89\u00a0370400440532013000' },
    ],
    screened: { address: '•••• 3000', blockchain: null },
  },
  {
    method: 'to_phone',
    one: { phone: '+4915112345678' },
    spellings: [
      { phone: '+49 151 123-456-78' },
      { phone: '0049 151/12345678' },
      { phone: '+49 (151) 12345678' },
    ],
    screened: { address: '•••• 5678', blockchain: null },
  },
  {
    method: 'to_email',
    one: { email: 'ada@example.com' },
    spellings: [
      { email: 'Ada@Example.com' },
      { email: 'ADA@EXAMPLE.COM' },
      { email: ' ada@example.com' },
    ],
    screened: { address: 'a•••@example.com', blockchain: null },
  },
  {
    method: 'to_vpa',
    one: { vpa: 'ada-l@okaxis' },
    spellings: [{ vpa: 'Ada-L@okaxis' }, { vpa: 'ADA-L@OKAXIS' }, { vpa: 'ada-l @okaxis' }],
    screened: { address: 'a•••@okaxis', blockchain: null },
  },
  {
    method: 'to_sort_code',
    one: { sortCode: '200415', account: '38290008' },
    spellings: [
      { sortCode: '20-04-15', account: '3829 0008' },
      { sortCode: '20 04 15', account: '38290008' },
      { sortCode: '\u0662\u0660\u0660\u0664\u0661\u0665', account: '3829-0008' },
    ],
    screened: { address: '•••• 415', blockchain: null },
  },
  {
    method: 'to_pix',
    one: { pixKeyType: 'phone', pixKey: '+5511912345678' },
    spellings: [
      { pixKeyType: 'phone', pixKey: '(11) 91234-5678' },
      { pixKeyType: 'phone', pixKey: '55 11 91234-5678' },
      { pixKeyType: 'phone', pixKey: '0055 11 91234 5678' },
    ],
    screened: { address: '•••• 5678', blockchain: null },
  },
  {
    method: 'to_pix',
    one: { pixKeyType: 'cnpj', pixKey: '12345678000195' },
    spellings: [{ pixKeyType: 'cnpj', pixKey: '12.345.678/0001-95' }],
    screened: { address: '•••• 0195', blockchain: null },
  },
])('$method: what is screened, compared and kept is what is paid', async (row) => {
  const { method, one, spellings, screened } = row;
  const end = addMethods();
  const sent = spyOnPayouts();
  try {
    const player = await desk.bring();
    const digests = new Set<string | null>();
    const quoted = { amount: '10', currency: 'EUR', paymentType: method, fields: spellings[0] };
    const quote = await player.call('withdrawal-quote', quoted);
    expect(quote).toMatchObject({ status: 200 });
    for (const fields of [...spellings, one]) {
      const order = { amount: '10', currency: 'EUR', paymentType: method, fields };
      const reply = await player.call('withdrawal-create', order);
      expect(reply).toMatchObject({ status: 200 });
      const { withdrawalId } = reply.body;
      await expect
        .poll(async () => {
          await desk.followUp();
          return (await desk.payout(withdrawalId)).status;
        })
        .toBe(200);
      const stored = await desk.row(withdrawalId);
      const { vault } = desk.server().core;
      const orders = sent.mock.calls.map(([payout]) => payout);
      const paid = orders.find((payout) => payout.withdrawalId === withdrawalId);
      expect(paid?.fields).toEqual(one);
      expect(openPayee(vault, stored).fields).toEqual(one);
      digests.add(stored.destination_digest);
    }
    // It was asked about the quote, and about each creation and payout.
    expect(endpoint.received.length).toBeGreaterThanOrEqual(1 + 2 * (spellings.length + 1));
    for (const { body } of endpoint.received) expect(body.destination).toEqual(screened);
    expect(digests.size).toBe(1);
    const { body: saved } = await player.call('saved-details-list', { paymentType: method });
    expect(saved.details).toHaveLength(1);
    await expectFound(one, spellings.length + 1);
    for (const typed of spellings) await expectFound(typed, spellings.length + 1);
  } finally {
    sent.mockRestore();
    end();
  }
});

/** The operator's search finds all of them, whichever spelling they look for. */
async function expectFound(typed: Record<string, string>, count: number): Promise<void> {
  const [field = '', value = ''] = Object.entries(typed).at(-1) ?? [];
  const found = await desk.operator().ask('fields-search', { field, value });
  expect(found.body.withdrawals).toHaveLength(count);
}
