import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Route } from '../routing/route.ts';
import { setPartStage } from '../testing/part-stage.tsx';
import { mainTree, setStage } from '../testing/stage.tsx';
import { CrashScreen } from './crash.screen.tsx';
import { errorRoute } from './error.route.ts';

let isBroken = true;

function Fragile() {
  if (isBroken) throw new Error('boom');
  return <p>Whole again</p>;
}

const fragile: Route = {
  name: 'Deposit list',
  title: 'title.deposit',
  load: async () => ({ screen: Fragile }),
};

test('a screen that threw is reported, and can be retried', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { element, bridge } = setStage({
    tree: { ...mainTree, routes: [fragile, errorRoute] },
  });
  render(element);
  expect((await screen.findByRole('alert')).textContent).toContain('Error occurred');
  expect(bridge.sent).toContainEqual({
    messageType: 'Metric',
    payload: { name: 'crash', value: 'boom' },
  });
  expect(bridge.sent).toContainEqual({
    messageType: 'Metric',
    payload: { name: 'error.reference', value: expect.stringMatching(/^KW-\w{4}-\w{4}$/) },
  });
  expect(screen.getByText(/^KW-\w{4}-\w{4}$/)).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Copy the reference' })).toBeTruthy();
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Whole again')).toBeTruthy();
});

test('an error that shows again has the same reference, and another error another', () => {
  const show = (error: unknown) => {
    cleanup();
    render(setPartStage(<CrashScreen error={error} onReset={() => {}} />).element);
    return screen.getByText(/^KW-/).textContent;
  };
  const error = new Error('boom');
  const reference = show(error);
  expect(show(error)).toBe(reference);
  expect(show(new Error('boom'))).not.toBe(reference);
});
