import type { DepositSummary } from '@kassa/contract';
import { buildClaim, buildDepositSummary, type FakeAnswers } from '@kassa/test-kit';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type StageOptions, setStage } from '../../../../testing/stage.tsx';

/** A deposit that was canceled, and that its player may claim. */
export const claimable = (overrides: Partial<DepositSummary> = {}) =>
  buildDepositSummary({
    status: 'CANCELED',
    canContinue: false,
    canClaim: true,
    ...overrides,
  });

/** The server's answers for a deposit. A proof opens its claim. */
export function answersFor(deposit: DepositSummary): FakeAnswers {
  let known = deposit;
  return {
    'deposit-get': () => ({ deposit: known, created: null }),
    'deposit-list': () => ({ deposits: [known] }),
    'deposit-status': () => known,
    'deposit-claim': () => {
      const claim = buildClaim();
      known = { ...deposit, claim };
      return claim;
    },
  };
}

/** Renders the claim of a deposit; without one, of a deposit that may be claimed. */
export function setUpClaim(
  deposit: DepositSummary = claimable(),
  { answers, ...options }: StageOptions = {},
) {
  const stage = setStage({
    path: '/deposit/claim?depositId=deposit-1',
    answers: { ...answersFor(deposit), ...answers },
    ...options,
  });
  render(stage.element);
  const callsOf = (name: string) => stage.transport.calls.filter((call) => call.name === name);
  const eventsOf = (event: string) =>
    stage.bridge.sent.flatMap((message) =>
      message.messageType === 'onAnalyticsEvent' && message.payload.event === event
        ? [message.payload]
        : [],
    );
  return { ...stage, user: userEvent.setup({ applyAccept: false }), callsOf, eventsOf };
}

export const fileInput = () => screen.findByLabelText<HTMLInputElement>('Proof of payment');
export const button = (name: string) => screen.findByRole('button', { name });
