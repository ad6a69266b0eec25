// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pageHtml } from '../html/page-html.ts';
import { sites } from '../sites.ts';

const { mountCashier } = vi.hoisted(() => ({ mountCashier: vi.fn() }));

vi.mock('@kassa/embed', async (load) => ({
  ...(await load<typeof import('@kassa/embed')>()),
  mountCashier,
}));

const choices = { countries: ['us'], currencies: ['QSC'], defaults: sites.lagoon.defaults };
/** What the backend answers, by its path. */
let answers: Record<string, { status?: number; body: object }>;
let tokenClaims: object;

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  mountCashier.mockReturnValue({ on: vi.fn(), destroy: vi.fn() });
  answers = {
    '/token': { body: { token: 'a-token' } },
    '/balance': {
      body: {
        balances: [
          { amount: '10', currency: 'QSC' },
          { amount: '50000', currency: 'QGC' },
        ],
      },
    },
  };
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const [name = ''] = address.split('?');
    if (name === '/token') tokenClaims = JSON.parse(String(init?.body));
    const { status = 200, body } = answers[name] ?? { status: 404, body: {} };
    return Response.json(body, { status });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

async function open(language: 'en' | 'ar' = 'en'): Promise<void> {
  history.replaceState(null, '', `/?player=ada&locale=${language}`);
  document.documentElement.lang = language;
  document.documentElement.innerHTML = pageHtml({
    data: {
      site: 'lagoon',
      otherSiteUrl: 'http://localhost:4000',
      widgetUrl: 'https://pay.example.com/lagoon/',
      choices,
      hasWebhooks: false,
    },
    language,
    scriptPath: '',
    stylePath: '',
  });
  await import('./main.ts');
  await expect.poll(() => mountCashier.mock.lastCall).toBeDefined();
}

const textOf = (selector: string) =>
  document.querySelector(selector)?.textContent?.replaceAll('\u00a0', ' ');
const press = (selector: string) => document.querySelector<HTMLElement>(selector)?.click();

it('has the cashier of sweepstakes, with what the site knows of the player', async () => {
  await open();
  expect(mountCashier.mock.lastCall?.[1]).toMatchObject({
    widgetViewType: 'sweep',
    currency: 'QSC',
    paymentGeo: 'US',
  });
  expect(tokenClaims).toMatchObject({ region: 'us-ca', of_age: true, verified: true });
  await expect.poll(() => textOf('#balance')).toBe('10 SC 50,000 GC');
});

it('leads to the other site in the same language', async () => {
  await open('ar');
  const [northline, lagoon] = document.querySelectorAll('.sites a');
  expect(northline?.getAttribute('href')).toBe('http://localhost:4000/?locale=ar');
  expect(lagoon?.getAttribute('aria-current')).toBe('page');
});

it('tells how a round ended', async () => {
  await open();
  answers['/play'] = { body: { won: '2' } };
  press('[data-game=tide][data-coin=QSC]');
  await expect.poll(() => textOf('#round-outcome')).toBe('Tide Flip: you won 2 SC.');
  answers['/play'] = { body: { won: '0' } };
  press('[data-game=tide][data-coin=QGC]');
  await expect.poll(() => textOf('#round-outcome')).toContain('10,000 GC are gone');
  answers['/play'] = { status: 409, body: { error: { code: 'coins.tooFew', message: 'x' } } };
  press('[data-game=pearls][data-coin=QSC]');
  await expect.poll(() => textOf('#round-outcome')).toContain('fewer coins');
});

it('tells whether the free entry was given', async () => {
  await open();
  answers['/free-entry'] = { body: { isGiven: true } };
  press('#free-entry');
  await expect.poll(() => textOf('#entry-outcome')).toContain('Here are your coins');
  answers['/free-entry'] = { body: { isGiven: false } };
  press('#free-entry');
  await expect.poll(() => textOf('#entry-outcome')).toContain('have had');
});
