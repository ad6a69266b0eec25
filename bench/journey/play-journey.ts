import type { Bonus } from '@kassa/contract';
import type { Browser, Frame, Locator, Page } from 'playwright-core';
import { findFrame } from '../widget-load/find-frame.ts';
import { phoneScreen } from '../widget-load/phone-screen.ts';
import { slowPhone, throttle } from '../widget-load/throttling.ts';
import { recordShifts, type Shift } from './record-shifts.ts';

/** What moved while a player took a step, and while they looked at what came of it. */
export interface PlayedStep {
  name: string;
  /** What moves is what the player asked for: a search puts its results where the list was. */
  isAsked: boolean;
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
  /** Something that comes of it. */
  see: () => Promise<unknown>;
  isAsked?: boolean;
}

/** More than the minute after which a payment that stays pending is called accepted. */
const timeoutMs = 90_000;
/** How long the player looks at what came of a step; what is late comes in this time. */
const lookMs = 1500;

/**
 * Plays a first deposit on a slow phone, a second one that is left unfinished, the list that is
 * opened anew with it, and a third one with a field of its own whose money comes late.
 */
export async function playJourney(browser: Browser, journey: Journey): Promise<PlayedStep[]> {
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
    for (const { name, act, see, isAsked = false } of listSteps(page, frame)) {
      await act();
      await see();
      await page.waitForTimeout(lookMs);
      const shifts = await frame.evaluate(() => window.takeShifts());
      played.push({ name, isAsked, shifts });
    }
    return played;
  } finally {
    await context.close();
  }
}

function listSteps(page: Page, frame: Frame): Step[] {
  const button = (name: string) => frame.getByRole('button', { name });
  const heading = (name: string) => frame.getByRole('heading', { name }).waitFor();
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
  const reload = () => frame.evaluate(() => void setTimeout(() => location.reload()));
  return [
    { name: 'the list', act: nothing, see: list },
    {
      name: 'a search',
      act: () => search.pressSequentially('card', { delay: 100 }),
      see: list,
      isAsked: true,
    },
    { name: 'its end', act: () => search.fill(''), see: list, isAsked: true },
    { name: 'a tile', act: () => card.tap(), see: () => amount.waitFor() },
    { name: 'the bonus', act: () => frame.getByRole('switch').first().tap(), see: nothing },
    { name: 'an amount that is too low', act: type('1'), see: nothing },
    { name: 'one without the bonus', act: type('5'), see: nothing },
    { name: 'one with it', act: type('0'), see: nothing },
    { name: 'the field left', act: () => amount.blur(), see: nothing },
    { name: 'the payment', act: pay, see: waiting },
    {
      name: 'its approval',
      act: async () => decide(await popup, 'Approve'),
      see: () => heading('Deposit received'),
    },
    { name: 'the list again', act: () => button('Make another deposit').tap(), see: list },
    {
      name: 'the history',
      act: () => frame.getByRole('link', { name: 'Deposit history' }).tap(),
      see: () => frame.getByText('Credited').waitFor(),
    },
    { name: 'the way back', act: () => button('Back').tap(), see: list },
    { name: 'a tile again', act: () => card.tap(), see: () => amount.waitFor() },
    {
      name: 'no bonus',
      act: () => frame.getByRole('switch').first().tap(),
      see: nothing,
    },
    { name: 'another amount', act: () => amount.fill('60'), see: nothing },
    { name: 'another payment', act: pay, see: waiting },
    {
      name: 'its page opened anew',
      act: reload,
      see: () => heading('Waiting for your payment'),
    },
    { name: 'the window closed', act: async () => (await popup).close(), see: nothing },
    { name: 'the list beside it', act: () => button('Choose another method').tap(), see: list },
    { name: 'the list opened anew', act: reload, see: list },
    { name: 'a group', act: () => tile(/Bank transfer/).tap(), see: () => tile(/Wero/).waitFor() },
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
    { name: 'a number that is right', act: () => phone.fill('15112345678'), see: nothing },
    { name: 'its amount', act: () => amount.fill('60'), see: nothing },
    { name: 'a third payment', act: pay, see: waiting },
    {
      name: 'its being left pending',
      act: async () => {
        await decide(await popup, 'Leave pending');
        await openAgain();
      },
      see: () => heading('We are processing it'),
    },
    {
      name: 'its late approval',
      act: async () => decide(await popup, 'Approve'),
      see: () => heading('Deposit received'),
    },
  ];
}

/** Decides at the provider's page, which closes with it. */
async function decide(popup: Page, action: 'Approve' | 'Leave pending'): Promise<void> {
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: action, exact: true }).click();
  await closed;
}
