import { expect, test } from 'vitest';
import { type CallResponse, decodeTakenOffer } from './index.ts';

const answer = (
  over: Partial<CallResponse<'external-deposit-continue'>>,
): CallResponse<'external-deposit-continue'> => ({
  depositId: 'd1',
  reference: 'KS-1',
  passedAmount: '50',
  passedCurrency: 'EUR',
  processingAmount: '48.02',
  processingCurrency: 'EUR',
  data: null,
  error: null,
  ...over,
});
const page = (source: string, method: 'GET' | 'POST' = 'GET') =>
  answer({ data: { source, method, fields: { order: 'a b' } } });

test('a GET has its fields in the address', () => {
  expect(decodeTakenOffer(page('https://buy.example/?lang=en'))).toEqual({
    kind: 'page',
    redirect: { method: 'GET', url: 'https://buy.example/?lang=en&order=a+b' },
  });
});

test('a POST keeps its fields', () => {
  expect(decodeTakenOffer(page('https://buy.example', 'POST'))).toEqual({
    kind: 'page',
    redirect: { method: 'POST', url: 'https://buy.example/', fields: { order: 'a b' } },
  });
});

test('an error ends the deposit, whatever else the response has', () => {
  const error = { code: 'provider.declined', message: 'No.' };
  expect(decodeTakenOffer({ ...page('https://buy.example'), error })).toEqual({ kind: 'ended' });
});

test.each([
  ['no page', answer({})],
  ['an unsafe page', page('javascript:alert(1)')],
  ['a page of an undeclared app', page('moonpay://buy')],
])('%s is never opened', (_, response) => {
  expect(decodeTakenOffer(response)).toEqual({ kind: 'unsupported' });
});

test('a scheme that the method declares is safe', () => {
  expect(decodeTakenOffer(page('moonpay://buy'), ['moonpay']).kind).toBe('page');
});
