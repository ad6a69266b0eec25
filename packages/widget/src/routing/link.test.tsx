import { buildOffer } from '@kassa/test-kit';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { setStage } from '../testing/stage.tsx';

async function setUp() {
  const stage = setStage({ answers: { 'methods-payment-v3': buildOffer() } });
  render(stage.element);
  const link = await screen.findByRole('link', { name: /Bank card/ });
  const navigate = vi.spyOn(stage.router, 'navigate');
  return { ...stage, link, navigate, user: userEvent.setup() };
}

test('is a real link under the product', async () => {
  const { link } = await setUp();
  expect(link.getAttribute('href')).toBe('/kassa/deposit/redirect?method=card');
});

test('navigates in place by a click and by the keyboard', async () => {
  const { link, user, router } = await setUp();
  await user.click(link);
  await waitFor(() => expect(router.getPlace()?.route.name).toBe('Redirect deposit'));

  const other = await setUp();
  other.link.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(other.router.getPlace()?.route.name).toBe('Redirect deposit'));
});

test.each([
  { ctrlKey: true },
  { metaKey: true },
  { shiftKey: true },
  { altKey: true },
  { button: 1 },
])('leaves a click with %j to the browser', async (init) => {
  const { link, navigate } = await setUp();
  const isLeft = fireEvent.click(link, init);
  expect([isLeft, navigate.mock.calls.length]).toEqual([true, 0]);
});

test.each(['pointerEnter', 'pointerDown', 'focus'] as const)(
  'its screen is preloaded at %s',
  async (kind) => {
    const { link, router } = await setUp();
    const preload = vi.spyOn(router, 'preload');
    fireEvent[kind](link);
    expect(preload).toHaveBeenCalledWith({ to: 'Redirect deposit', search: { method: 'card' } });
  },
);

test('preloading a method doesn’t choose it', async () => {
  const { link } = await setUp();
  const { useSessionStore } = await import('../session/session-store.ts');
  fireEvent.pointerEnter(link);
  await new Promise((resolve) => setTimeout(resolve));
  expect(useSessionStore.getState().chosenMethods.deposit).toBeNull();
});
