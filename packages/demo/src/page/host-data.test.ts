import { hostDataSchema } from '@kassa/contract';
import { expect, it } from 'vitest';
import { sites } from '../sites.ts';
import { hostDataOf } from './host-data.ts';
import { decodeSettings } from './playground-settings.ts';

const { defaults: given } = sites.northline;
const choices = { countries: ['de', 'in'], currencies: ['EUR', 'INR'], defaults: given };
const settingsOf = (query: string) => decodeSettings(query, choices).settings;
const offer = (name: string, id: string) => ({
  name,
  bonus: {
    id,
    type: 'deposit' as const,
    currency: 'EUR',
    mustAccruedBefore: '2099-01-31T12:00:00Z',
    content: { title: name },
  },
});
const offered = [offer('welcome', '01937f65'), offer('spins', '01937f66')];

it('omits unchanged settings, which have the cashier’s defaults', () => {
  expect(hostDataOf(settingsOf(''))).toEqual({
    userId: 'player-1',
    currency: 'EUR',
    paymentGeo: 'DE',
    locale: 'en',
    transport: 'socket',
    closingButton: true,
    host: 'northline',
  });
});

it('can send every field of the contract’s host data', () => {
  const hostData = hostDataOf(
    settingsOf(
      '?autoHeight=1&theme=dark&platform=desktop&view=sweep&tokens=accent:%230a7d5c&badge=https://example.com/b.png' +
        '&bonuses=both&bonusId=spins&pwa=1&app=1&platformVersion=v2&xOrigin=x&partnerKey=p&backLabel=Back' +
        '&geetest=g&isCryptoBonusAvailable=1&showCryptoInstruction=1&group.payment_methods=group_b',
    ),
    offered,
  );
  const said = ['token', ...Object.keys(hostData)];
  expect(said.sort()).toEqual(Object.keys(hostDataSchema.shape).sort());
  expect(hostDataSchema.parse(hostData)).toMatchObject({
    widgetViewType: 'sweep',
    bonusId: '01937f66',
    bonusList: [{ id: '01937f65' }, { id: '01937f66' }],
    themeTokens: { accent: '#0a7d5c' },
    experiments: [{ key: 'payment_methods', group: 'group_b' }],
    schema: {
      meta: { geetestCaptchaId: 'g', isCryptoBonusAvailable: true, showCryptoInstruction: true },
    },
    assets: { badge: 'https://example.com/b.png' },
  });
});

it.each(['android', 'ios'])('marks %s as a mobile app', (platform) => {
  expect(hostDataOf(settingsOf(`?platform=${platform}`))).toMatchObject({
    platform,
    isMobileApp: true,
  });
});

it('can send an invalid bonus beside the others', () => {
  const { bonusList = [] } = hostDataOf(settingsOf('?bonuses=broken'), offered.slice(0, 1));
  expect(bonusList).toMatchObject([{ type: 'gift' }, { id: '01937f65' }]);
});

it('passes on an id that isn’t a name of this page', () => {
  expect(hostDataOf(settingsOf('?bonusId=gone'), offered)).toMatchObject({ bonusId: 'gone' });
});
