import type { Bonus } from '@kassa/contract';
import type { Browser, Frame, Locator, Page } from 'playwright-core';
import { findFrame } from '../widget-load/find-frame.ts';
import { phoneScreen } from '../widget-load/phone-screen.ts';
import { slowPhone, throttle } from '../widget-load/throttling.ts';
import { recordShifts, type Shift } from './record-shifts.ts';

/** The layout shifts during one step of the player, and while they look at its result. */
export interface PlayedStep {
  name: string;
  /** Whether the player requested the shift: a search replaces the list by its results. */
  isRequested: boolean;
  shifts: Shift[];
}

export interface Journey {
  pagesUrl: string;
  serverUrl: string;
  token: string;
  bonusList: Bonus[];
}

interface Step {
  name: string;
  act: () => Promise<unknown>;
  /** Waits for a visible result of the step. */
  see: () => Promise<unknown>;
  isRequested?: boolean;
}

/** More than the minute after which a pending payment is shown as accepted. */
const timeoutMs = 90_000;

/**
 * Plays a first deposit on a slow phone, a second one that is left unfinished, the reloaded list
 * with it, and a third one with an additional field whose money arrives late.
 * @param lookMs - how long the player looks at the result of each step
 */
export async function playJourney(
  browser: Browser,
  journey: Journey,
  lookMs: number,
): Promise<PlayedStep[]> {
  const { pagesUrl, serverUrl, ...player } = journey;
  const context = await browser.newContext(phoneScreen);
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(timeoutMs);
    await page.addInitScript(recordShifts);
    await throttle(await context.newCDPSession(page), slowPhone);
    const options = {
      ...player,
      locale: 'en',
      theme: 'light',
      transport: 'http',
      paymentGeo: 'DE',
    };
    await page.goto(`${pagesUrl}/whole-screen#${encodeURIComponent(JSON.stringify(options))}`);
    const frame = await findFrame(page.mainFrame(), serverUrl);
    const played: PlayedStep[] = [];
    for (const { name, act, see, isRequested = false } of listSteps(page, frame)) {
      await act();
      await see();
      await page.waitForTimeout(lookMs);
      const shifts = await frame.evaluate(() => window.takeShifts());
      played.push({ name, isRequested, shifts });
    }
    return played;
  } finally {
    await context.close();
  }
}

function listSteps(page: Page, frame: Frame): Step[] {
  const button = (name: string) => frame.getByRole('button', { name });
  const heading = (name: string | RegExp) => frame.getByRole('heading', { name }).waitFor();
  const tile = (name: RegExp) => frame.getByRole('listitem').getByRole('link', { name }).first();
  const card = tile(/Bank card/);
  const amount = frame.getByRole('textbox', { name: 'Amount' });
  const phone = frame.getByRole('textbox', { name: 'Phone number' });
  const search = frame.getByRole('searchbox');
  const type = (keys: string) => () => amount.pressSequentially(keys, { delay: 100 });
  const list = () => card.waitFor();
  const nothing = async () => {};
  let popup: Promise<Page>;
  const openPopup = (opener: Locator) => () => {
    popup = page.context().waitForEvent('page', { timeout: timeoutMs });
    return opener.tap();
  };
  const pay = openPopup(frame.locator('button[type=submit]'));
  const openAgain = openPopup(frame.getByRole('link', { name: 'Open the payment page again' }));
  const waiting = () => Promise.all([popup, heading('Waiting for your payment')]);
  const reload = () =>
    Promise.all([
      page.waitForEvent('framenavigated', (navigated) => navigated === frame),
      frame.evaluate(() => void setTimeout(() => location.reload())),
    ]);
  return [
    { name: 'the list', act: nothing, see: list },
    {
      name: 'a search',
      act: () => search.pressSequentially('card', { delay: 100 }),
      see: list,
      isRequested: true,
    },
    { name: 'the search cleared', act: () => search.fill(''), see: list, isRequested: true },
    { name: 'a tile', act: () => card.tap(), see: () => amount.waitFor() },
    { name: 'the bonus', act: () => frame.getByRole('switch').first().tap(), see: nothing },
    { name: 'an amount that is too low', act: type('1'), see: nothing },
    { name: 'an amount without the bonus', act: type('5'), see: nothing },
    { name: 'an amount with the bonus', act: type('0'), see: nothing },
    { name: 'leaving the field', act: () => amount.blur(), see: nothing },
    { name: 'the payment', act: pay, see: waiting },
    {
      name: 'the approval',
      act: async () => decide(await popup, 'Approve'),
      see: () => heading(/ received$/),
    },
    {
      name: 'the form again',
      act: () => button('Make another deposit').tap(),
      see: () => amount.waitFor(),
    },
    { name: 'the list again', act: () => button('Back').tap(), see: list },
    {
      name: 'the history',
      act: () => frame.getByRole('link', { name: 'History' }).tap(),
      see: () => frame.getByText('Credited').waitFor(),
    },
    { name: 'going back', act: () => button('Back').tap(), see: list },
    { name: 'a tile again', act: () => card.tap(), see: () => amount.waitFor() },
    {
      name: 'no bonus',
      act: () => frame.getByRole('switch').first().tap(),
      see: nothing,
    },
    { name: 'another amount', act: () => amount.fill('60'), see: nothing },
    { name: 'another payment', act: pay, see: waiting },
    {
      name: 'the reopened page',
      act: reload,
      see: () => heading('Waiting for your payment'),
    },
    { name: 'the closed window', act: async () => (await popup).close(), see: nothing },
    { name: 'the list next to it', act: () => button('Choose another method').tap(), see: list },
    { name: 'the reloaded list', act: reload, see: list },
    { name: 'a group', act: () => tile(/E-wallets/).tap(), see: () => tile(/Skrill/).waitFor() },
    { name: 'leaving the group', act: () => button('Back').tap(), see: list },
    {
      name: 'a method with a field',
      act: () => tile(/Wero/).tap(),
      see: () => phone.waitFor(),
    },
    {
      name: 'a number that is too short',
      act: async () => {
        await phone.pressSequentially('12', { delay: 100 });
        await phone.blur();
      },
      see: () => frame.locator('input[type=tel][aria-invalid=true]').waitFor(),
    },
    { name: 'a valid number', act: () => phone.fill('15112345678'), see: nothing },
    { name: 'an amount', act: () => amount.fill('60'), see: nothing },
    { name: 'a third payment', act: pay, see: waiting },
    {
      name: 'left pending',
      act: async () => {
        await decide(await popup, 'Leave pending');
        await openAgain();
      },
      see: () => heading('Not confirmed yet'),
    },
    {
      name: 'the late approval',
      act: async () => decide(await popup, 'Approve'),
      see: () => heading(/ received$/),
    },
  ];
}

/** Decides on the provider's page, which then closes. */
async function decide(popup: Page, action: 'Approve' | 'Leave pending'): Promise<void> {
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: action, exact: true }).click();
  await closed;
}
