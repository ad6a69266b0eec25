import { bonusSchema, hostDataSchema } from '@kassa/contract';
import { expect, it } from 'vitest';
import { bonusPresets } from '../choices.ts';
import { bonusesOf } from './bonus-presets.ts';
import { hostDataOf } from './host-data.ts';
import { decodeSettings } from './playground-settings.ts';

const choices = { countries: ['de', 'in'], currencies: ['EUR', 'INR'] };
const settingsOf = (query: string) => decodeSettings(query, choices).settings;

it('leaves to the cashier what nobody changed', () => {
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

it('can say every field of the handshake, as the contract has it', () => {
  const hostData = hostDataOf(
    settingsOf(
      '?theme=dark&platform=desktop&view=sweep&tokens=accent:%230a7d5c&badge=https://example.com/b.png' +
        '&bonuses=both&bonusId=spins&pwa=1&app=1&platformVersion=v2&xOrigin=x&partnerKey=p' +
        '&geetest=g&isCryptoBonusAvailable=1&showCryptoInstruction=1&group.quick_amounts=group_b',
    ),
  );
  const said = ['token', ...Object.keys(hostData)];
  expect(said.sort()).toEqual(Object.keys(hostDataSchema.shape).sort());
  expect(hostDataSchema.parse(hostData)).toMatchObject({
    widgetViewType: 'sweep',
    themeTokens: { accent: '#0a7d5c' },
    experiments: [{ key: 'quick_amounts', group: 'group_b' }],
    schema: {
      meta: { geetestCaptchaId: 'g', isCryptoBonusAvailable: true, showCryptoInstruction: true },
    },
    assets: { badge: 'https://example.com/b.png' },
  });
});

it.each(['android', 'ios'])('says that %s is a mobile app', (platform) => {
  expect(hostDataOf(settingsOf(`?platform=${platform}`))).toMatchObject({
    platform,
    isMobileApp: true,
  });
});

it.each(bonusPresets)('offers bonuses of the contract: %s', (bonuses) => {
  const list = bonusesOf(settingsOf(`?currency=INR&bonuses=${bonuses}`));
  const right = list.map((bonus) => bonusSchema.safeParse(bonus).success);
  // The broken one is there to be dropped.
  expect(right.filter((isRight) => !isRight)).toHaveLength(bonuses === 'broken' ? 1 : 0);
});
