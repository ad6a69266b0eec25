import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Brand } from '../../brands/load-brands.ts';
import { withdrawalSettingsSchema } from '../../brands/withdrawal-settings.ts';
import { readSamples } from '../../testing/doc-samples.ts';
import { type OperatorEndpoint, startOperatorEndpoint } from '../../testing/operator-endpoint.ts';
import { askScreening, type ScreeningSubject } from './screening.ts';

let endpoint: OperatorEndpoint;
const logged = vi.fn();

beforeEach(async () => {
  endpoint = await startOperatorEndpoint();
  logged.mockReset();
});

afterEach(() => endpoint.close());

const subject: ScreeningSubject = {
  brandId: 'kassa',
  playerId: 'ada',
  reference: 'KW-7Q2M-41XK',
  money: { amount: '50', currency: 'EUR' },
  paymentType: 'sepa_withdrawal',
  country: 'de',
  name: 'Ada Lovelace',
  destination: { masked: '•••• 3000' },
};

function ask(part: Partial<ScreeningSubject> = {}, isOn = true) {
  const screening = { url: endpoint.url, secrets: [endpoint.secret] };
  const withdrawals = withdrawalSettingsSchema.parse(isOn ? { screening } : {});
  const brands = new Map([['kassa', { id: 'kassa', withdrawals } as Brand]]);
  const log = { info: logged, warn: logged, error: logged };
  return askScreening({ brands, log }, { ...subject, ...part });
}

test('sends the operator a signed request with the destination', async () => {
  endpoint.answer = () => ({ body: { result: 'clear' } });
  expect(await ask()).toEqual({ kind: 'clear' });
  const address = '0x52908400098527886E0F7030069857D2E4169EE7';
  await ask({ destination: { address, blockchain: 'ETHEREUM' }, reference: null, name: null });
  const common = {
    type: 'screening',
    brand: 'kassa',
    playerId: 'ada',
    amount: '50.00',
    currency: 'EUR',
    paymentType: 'sepa_withdrawal',
    country: 'de',
  };
  expect(endpoint.received.map(({ body }) => body)).toEqual([
    {
      ...common,
      reference: 'KW-7Q2M-41XK',
      name: 'Ada Lovelace',
      destination: { address: '•••• 3000', blockchain: null },
    },
    { ...common, reference: null, name: null, destination: { address, blockchain: 'ETHEREUM' } },
  ]);
  expect(logged).not.toHaveBeenCalled();
});

test('sends what the documentation shows', async () => {
  const samples = readSamples('withdrawals.md', 'json').map((text) => JSON.parse(text));
  const sample = samples.find(({ type }) => type === 'screening');
  const { brand: _, type: __, amount, currency, destination, ...rest } = sample;
  endpoint.answer = () => ({ body: { result: 'clear' } });
  const masked = destination.address;
  await ask({ ...rest, money: { amount, currency }, destination: { masked } });
  expect(endpoint.received[0]?.body).toEqual({ ...sample, brand: 'kassa' });
});

test('asks nobody without the setting, or for another brand', async () => {
  expect(await ask({}, false)).toBeNull();
  expect(await ask({ brandId: 'other' })).toBeNull();
  expect(endpoint.received).toEqual([]);
});

test.each([
  [
    { result: 'hit', detail: ' on the\nlist ' },
    { kind: 'hit', detail: 'on the list' },
  ],
  [{ result: 'hit' }, { kind: 'hit', detail: 'no further word' }],
  [
    { result: 'review', detail: 'a namesake' },
    { kind: 'review', detail: 'a namesake' },
  ],
])('reads %j', async (body, answer) => {
  endpoint.answer = () => ({ body });
  expect(await ask()).toEqual(answer);
});

test.each([
  ['an error', { status: 500, body: { result: 'clear' } }],
  ['a redirect', { status: 302, headers: { location: '/yes' }, body: { result: 'clear' } }],
  ['another result', { body: { result: 'fine' } }],
  ['a text', { body: '"clear"' }],
  ['nothing', { status: 204 }],
  ['a detail that is too long', { body: { result: 'hit', detail: 'x'.repeat(301) } }],
])('takes %s for no answer, and logs no name', async (_, answer) => {
  endpoint.answer = () => answer;
  expect(await ask()).toEqual({ kind: 'unanswered' });
  expect(logged).toHaveBeenCalledOnce();
  expect(JSON.stringify(logged.mock.calls)).not.toMatch(/Lovelace|3000/);
});

test('takes silence for no answer', async () => {
  await endpoint.close();
  expect(await ask()).toEqual({ kind: 'unanswered' });
  expect(logged.mock.calls[0]?.[0]).toMatchObject({ cause: 'unreachable' });
});
