import { act, fireEvent, render, screen } from '@testing-library/react';
import { type ReactNode, useReducer } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setPartStage } from '../../testing/part-stage.tsx';
import { networkError, TransportError } from '../../transport/transport-error.ts';
import { CardError } from '../card-envelope/card-error.ts';
import { type Failure, toFailure, unsupportedStep } from './failure.ts';
import { FailurePanel } from './failure-panel.tsx';
import { FailureSnackbar } from './failure-snackbar.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function setUp(failure: Failure) {
  const onClose = vi.fn();
  render(setPartStage(<FailureSnackbar failure={failure} onClose={onClose} />).element);
  return { onClose, close: screen.getByRole('button', { name: 'Close this message' }) };
}

const refused = (code: string, reference?: string) =>
  toFailure(
    new TransportError({
      kind: 'refused',
      code,
      message: '',
      status: 422,
      ...(reference !== undefined && { reference }),
    }),
  );
const declined = refused('provider.declined', 'KS-7Q2M-41XK');
const overLimit = refused('limit.exceeded', 'KR-7Q2M-41XK');
const lost = toFailure(networkError('lost'));

test.each([
  ['the server rejected with a reference', overLimit],
  ['the server rejected', refused('method.unavailable')],
  ['the network lost', lost],
])('the failure of a request that %s disappears after 5000 ms', async (_, failure) => {
  const { onClose } = setUp(failure);
  await pass(4999);
  expect(onClose).not.toHaveBeenCalled();
  await pass(1);
  expect(onClose).toHaveBeenCalledOnce();
});

test.each([
  ['an existing deposit', declined],
  ['a deposit that may exist', { ...lost, isOutcomeUnknown: true }],
  ['a deposit that a slow provider may have created', refused('provider.timeout', 'KR-7Q2M-41XK')],
  ['a deposit that this version can’t continue', unsupportedStep('pix', 'KS-7Q2M-41XK')],
  [
    'payment details that can’t be decrypted',
    toFailure(new CardError(new Error('OperationError'), 'KS-7Q2M-41XK')),
  ],
])('a failure about %s stays until it is closed', async (_, failure) => {
  const { onClose, close } = setUp(failure);
  await pass(600_000);
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(close);
  expect(onClose).toHaveBeenCalledOnce();
});

test('the time stands still while a pointer or the focus is on the failure', async () => {
  const { onClose, close } = setUp(overLimit);
  fireEvent.pointerEnter(close);
  await pass(60_000);
  act(() => close.focus());
  fireEvent.pointerLeave(close);
  await pass(60_000);
  expect(onClose).not.toHaveBeenCalled();
  act(() => close.blur());
  await pass(5000);
  expect(onClose).toHaveBeenCalledOnce();
});

const unreadable = new CardError(new Error('OperationError'), 'KS-7Q2M-41XK');

/** Renders a part again at each press. */
function Again({ show }: { show: () => ReactNode }) {
  const [, showAgain] = useReducer((times: number) => times + 1, 0);
  return (
    <>
      <button type="button" onClick={showAgain}>
        Again
      </button>
      {show()}
    </>
  );
}

test.each([
  ['a screen', () => <FailurePanel title="Payment details" error={unreadable} />],
  ['its content', () => <FailureSnackbar failure={toFailure(unreadable)} onClose={() => {}} />],
])(
  'over %s unreadable payment details keep their reference, and the host is told of it once',
  (_, show) => {
    const { element, bridge } = setPartStage(<Again show={show} />);
    render(element);
    const { textContent: reference } = screen.getByText(/^KS-/);
    fireEvent.click(screen.getByRole('button', { name: 'Again' }));
    expect(screen.getByText(/^KS-/).textContent).toBe(reference);
    expect(bridge.sent.filter(({ messageType }) => messageType === 'Metric')).toEqual([
      { messageType: 'Metric', payload: { name: 'error.reference', value: reference } },
    ]);
  },
);
