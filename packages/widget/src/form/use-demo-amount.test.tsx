import { buildPaymentMethod } from '@kassa/test-kit';
import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installDebugHooks } from '../debug/install-debug-hooks.ts';
import { resolvePlayerLocale } from '../i18n/player-locale.ts';
import { TextProvider } from '../i18n/text-provider.tsx';
import { useSessionStore } from '../session/session-store.ts';
import { messagesOf } from '../testing/stage.tsx';
import { FormStage, type FormStageProps } from './testing/form-stage.tsx';

beforeEach(() => {
  useSessionStore.setState(useSessionStore.getInitialState(), true);
  installDebugHooks(window, 'kassa');
});
afterEach(() => {
  vi.restoreAllMocks();
  delete window.kassaDebug;
});

const method = buildPaymentMethod({ amount_rules: { EUR: { min: '100', max: '5000' } } });
const fill = () => act(() => window.kassaDebug?.fillDemoAmount());

async function setUp(props: FormStageProps = {}) {
  const locale = resolvePlayerLocale('en');
  const { unmount } = render(
    <TextProvider locale={locale} messages={messagesOf('en')} onError={console.error}>
      <FormStage method={method} {...props} />
    </TextProvider>,
  );
  return { unmount, amount: await screen.findByLabelText<HTMLInputElement>('Amount') };
}

test.each([
  [0.9999, '108'],
  // An amount below the minimum can't be paid.
  [0, '100'],
])('the console fills the open form, with a random number of %d', async (random, filled) => {
  vi.spyOn(Math, 'random').mockReturnValue(random);
  const { amount, unmount } = await setUp();
  fill();
  expect(amount.value).toBe(filled);
  const button = screen.getByRole('button', { name: `Deposit €${filled}.00` });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  unmount();
  expect(fill).toThrow('No form is open');
});

test.each<[string, FormStageProps, string]>([
  ['whose amount is fixed', { fixedAmount: '150' }, 'No amount can be changed now'],
  ['that is disabled', { isDisabled: true }, 'No amount can be changed now'],
  ['without limits', { limits: { min: '0', max: '0' } }, 'The limits are not known'],
])('the console doesn’t fill a form %s', async (_, props, words) => {
  const { amount } = await setUp(props);
  const before = amount.value;
  expect(fill).toThrow(words);
  expect(amount.value).toBe(before);
});
