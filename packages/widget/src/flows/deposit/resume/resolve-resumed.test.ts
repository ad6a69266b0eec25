import type { DecodedDeposit, ExternalRedirect, NextStep } from '@kassa/contract';
import { beforeAll, expect, test } from 'vitest';
import { methodKinds } from '../../../app/method-kinds.ts';
import { provideMethodKinds } from '../method-kinds.ts';
import { type ResumedStep, resolveResumed } from './use-next-step.ts';

beforeAll(() => provideMethodKinds(methodKinds));

const redirect: ExternalRedirect = { method: 'GET', url: 'https://provider.example/pay' };
const code = { text: '000201', picture: null, payLink: null };
const pix: NextStep = { kind: 'code', page: 'pix', code, expiresAtMs: null };

const rows: [string, NextStep, ExternalRedirect | null, ResumedStep][] = [
  ['the provider’s page', { kind: 'complete' }, redirect, { kind: 'redirect', redirect }],
  ['its status', { kind: 'complete' }, null, { kind: 'page', to: 'Complete deposit' }],
  ['its form', { kind: 'fields', fields: [] }, null, { kind: 'fields' }],
  ['its code', pix, null, { kind: 'page', to: 'Redirect deposit Pix' }],
  ['its code, even with a redirect', pix, redirect, { kind: 'page', to: 'Redirect deposit Pix' }],
  [
    'its status, as the step is unknown',
    { kind: 'unsupported', what: 'new' },
    null,
    { kind: 'page', to: 'Complete deposit' },
  ],
];

test.each(rows)('a deposit goes on with %s', (_, next, externalRedirect, step) => {
  const known = { depositId: 'd1', reference: 'KS-1', unread: [] };
  const decoded: DecodedDeposit = { ...known, externalRedirect, next };
  expect(resolveResumed(decoded, undefined)).toEqual(step);
});
