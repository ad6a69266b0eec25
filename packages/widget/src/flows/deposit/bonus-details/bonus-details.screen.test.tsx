import type { Bonus } from '@kassa/contract';
import { buildBonus, buildFreespinBonus } from '@kassa/test-kit';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { useSessionStore } from '../../../session/session-store.ts';
import { setStage } from '../../../testing/stage.tsx';

function setUp(bonusList: Bonus[], path = '/deposit/bonus-details', bonusId?: string) {
  const stage = setStage({ path, hostData: { bonusList, bonusId } });
  render(stage.element);
  return { user: userEvent.setup(), ...stage };
}

/** Returns the terms as text: "name: value". */
async function readTerms(): Promise<string[]> {
  const section = await screen.findByRole('region', { name: 'Terms of the bonus' });
  const terms = [...section.querySelectorAll('dl > div')].map(
    ({ firstChild, lastChild }) => `${firstChild?.textContent}: ${lastChild?.textContent}`,
  );
  return [...terms, ...[...section.querySelectorAll('li')].map((rule) => rule.textContent)];
}

const forfeit = 'If you withdraw money before you have played it through, you lose the bonus.';

test('shows all terms of a deposit bonus as text', async () => {
  setUp([buildBonus({ mustAccruedBefore: '2099-01-31T12:00:00Z' })]);
  expect(await readTerms()).toEqual([
    'Bonus: 50% of your deposit',
    'Maximum bonus: €100',
    'Minimum deposit: €20',
    expect.stringMatching(/^Available until: Jan 31, 2099/),
    'Play through the bonus 30 times before you withdraw it.',
    forfeit,
    'At most 5 × the bonus can be paid out from it.',
  ]);
  expect(screen.getByRole('heading', { level: 1, name: 'Bonus' })).toBeTruthy();
});

test('shows all terms of free spins, with the games', async () => {
  setUp([buildFreespinBonus()]);
  expect(await readTerms()).toEqual([
    'Free spins: 50',
    'Games: Northern Lights and Book of Fjords',
    'Most that the spins can win: €100',
    'Minimum deposit: €10',
    expect.stringContaining('Available until: '),
    'Play through the bonus 25 times before you withdraw it.',
    forfeit,
    'The spins come with a deposit.',
  ]);
});

test.each([
  ['is sticky', buildBonus({ onWithdrawal: 'sticky' })],
  [
    'requires no wagering',
    buildBonus({
      onWithdrawal: 'forfeited',
      depositBonusData: { minDeposit: '20', wagerMultiplier: 0 },
    }),
  ],
])('names no loss by a withdrawal if the bonus %s', async (_, bonus) => {
  setUp([bonus]);
  expect(await readTerms()).not.toContain(forfeit);
});

test('omits the terms that the host doesn’t send', async () => {
  setUp([buildBonus({ depositBonusData: { minDeposit: '0' } })]);
  expect(await readTerms()).toEqual([expect.stringContaining('Available until: ')]);
});

test('is used by its main button, which leads back to the list, and left by the same way', async () => {
  const { user, router } = setUp([buildBonus()], '/deposit');
  await user.click(await screen.findByRole('link', { name: /^Terms/ }));
  expect(screen.queryByText('You use this bonus')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Use this bonus' }));
  const findSwitch = () => screen.findByRole('switch', { name: /^Use the bonus/ });
  expect((await findSwitch()).getAttribute('aria-checked')).toBe('true');
  expect(router.getPlace()?.path).toBe('/deposit');
  await user.click(screen.getByRole('link', { name: /^Terms/ }));
  expect(await screen.findByText('You use this bonus')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Don’t use this bonus' }));
  expect((await findSwitch()).getAttribute('aria-checked')).toBe('false');
});

test('a second press before the list is back does nothing', async () => {
  const { user, router } = setUp([buildBonus()], '/deposit');
  await user.click(await screen.findByRole('link', { name: /^Terms/ }));
  const button = await screen.findByRole('button', { name: 'Use this bonus' });
  const back = vi.spyOn(router, 'back').mockImplementation(() => {});
  await user.click(button);
  expect(button.textContent).toBe('Use this bonus');
  expect(screen.queryByText('You use this bonus')).toBeNull();
  await user.click(button);
  expect(back).toHaveBeenCalledOnce();
  back.mockRestore();
  act(() => router.back());
  const onSwitch = await screen.findByRole('switch', { name: /^Use the bonus/ });
  expect(onSwitch.getAttribute('aria-checked')).toBe('true');
});

test('a bonus that the host chooses later is in use', async () => {
  const chosen = buildBonus({ id: 'later' });
  setUp([buildBonus()], undefined, chosen.id);
  await screen.findByRole('button', { name: 'Use this bonus' });
  act(() => useSessionStore.getState().setBonusList([buildBonus(), chosen]));
  expect(await screen.findByRole('button', { name: 'Don’t use this bonus' })).toBeTruthy();
});

test('redirects to the list without a bonus, or once it has ended', async () => {
  const { router } = setUp([buildBonus()]);
  await screen.findByRole('button', { name: 'Use this bonus' });
  act(() => useSessionStore.getState().setBonusList([]));
  expect(await screen.findByRole('link', { name: /Bank card/ })).toBeTruthy();
  expect(router.getPlace()?.path).toBe('/deposit');
});
