import { buildOffer, buildPaymentMethod, buildTextField, type FakeAnswers } from '@kassa/test-kit';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import type { RouteName } from '../../../routing/route-names.ts';
import { type StageOptions, setStage } from '../../../testing/stage.tsx';

/** A withdrawal to a bank account, whose number has ten digits. */
export const bankOut = buildPaymentMethod({
  name: 'bank-out',
  category: 'bankTransfer',
  cardViewType: 0,
  text: { en: 'Bank transfer' },
  recommendedAmounts: ['20', '50', '100'],
  usualMinutes: 20,
  fields: [
    buildTextField({
      name: 'account',
      placeholder: { en: 'Account number' },
      category: 'number',
      validations: [{ regex: '^\\d{10}$', message: { en: 'Enter 10 digits' } }],
    }),
  ],
});

/** Renders a screen of the withdrawal flow, and provides what a player does there. */
export function setUpWithdrawal(
  path: string,
  answers: FakeAnswers = {},
  options: Partial<StageOptions> = {},
) {
  const stage = setStage({
    path,
    answers: { 'methods-withdrawal': buildOffer([bankOut]), ...answers },
    ...options,
  });
  render(stage.element);
  const user = userEvent.setup();
  const callsOf = (name: string) => stage.transport.calls.filter((call) => call.name === name);
  const at = (name: RouteName) =>
    waitFor(() => expect(stage.router.getPlace()?.route.name).toBe(name));
  const events = () =>
    stage.bridge.sent.flatMap((sent) =>
      sent.messageType === 'onAnalyticsEvent' ? [sent.payload] : [],
    );
  return { ...stage, user, callsOf, at, events };
}

/** Fills in the form of {@link bankOut} and goes on to its confirmation. */
export async function setUpConfirmation(
  answers: FakeAnswers = {},
  options: Partial<StageOptions> = {},
) {
  const stage = setUpWithdrawal('/withdrawal/redirect?method=bank-out', answers, options);
  const { user } = stage;
  await user.type(await screen.findByLabelText('Amount'), '50');
  await user.type(screen.getByLabelText('Account number'), '0123456789');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText(/leaves your balance$/);
  const confirm = () => user.click(screen.getByRole('button', { name: 'Withdraw €50.00' }));
  return { ...stage, confirm };
}
