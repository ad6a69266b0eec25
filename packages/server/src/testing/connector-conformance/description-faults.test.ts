import { expect, it } from 'vitest';
import type { ConnectorFactory } from '../../connectors/connector.ts';
import type { Abilities } from './description.ts';
import { findDescriptionFaults, findProviderFaults } from './description-faults.ts';

const abilities: Abilities = {
  isPaidRepeatedly: false,
  reversals: [],
  payoutStatuses: [],
  isSignatureTimed: false,
};
const names = 'unavailable rateLimited rejected declined timeoutUnknown malformed misconfigured';
const errors = Object.fromEntries(names.split(' ').map((name) => [name, []]));
const caused = (...tasks: string[]) => ({ ...errors, malformed: [{ by: 'rubbish', tasks }] });
const able = (part: object) => ({ abilities: { ...abilities, ...part } });
const refundStatuses = ['sent'];

it.each([
  [{}, []],
  [
    { namesInstrument: true },
    ['no such entry of the description: namesInstrument; write abilities.'],
  ],
  [{ payoutsOrder: null }, ['no such entry of the description: payoutsOrder; known: name, ']],
  [able({ canFly: true }), ['no such ability: canFly; known: isPaidRepeatedly, ']],
  [able({ sentPlayerParts: ['name'] }), ['no such part of the player: name; known: ipAddress, ']],
  [{ errors: { ...errors, busy: [] } }, ['no such error: busy; known: unavailable, ']],
  [{ errors: {} }, names.split(' ').map((name) => `errors.${name} is missing`)],
  [{ errors: caused('refund') }, ['“rubbish”: no such task: refund; known: create, ']],
  [{ errors: caused('sendRefund') }, ['“rubbish” has a task of refunds: declare them in']],
  [{ errors: caused('chooseOffer') }, ['“rubbish” has a task of offers: name a method in']],
  [{ errors: caused('quoteOffers'), offering: { paymentMethod: 'a', cardViewType: 13 } }, []],
  [{ errors: caused('payoutStatus') }, ['“rubbish” has a task of payouts: give a payoutOrder']],
  [able({ refundStatuses }), ['abilities.canVoid is missing']],
  [able({ refundStatuses, canVoid: false }), []],
  [able({ canVoid: true }), ['abilities.canVoid needs abilities.refundStatuses']],
])('of %j the faults are %j', (part, faults) => {
  const found = findDescriptionFaults({ payoutOrder: null, abilities, errors, ...part });
  expect(found).toEqual(faults.map((fault) => expect.stringContaining(fault)));
});

it('names the actions of the provider that an ability needs', () => {
  const factory: ConnectorFactory = { isSimulated: false, build: () => ({ problems: [] }) };
  const act = async () => {};
  const money = { arrive: act, decline: act, takeBack: act, settlePayout: act };
  expect(findProviderFaults({ factory, abilities }, { money })).toEqual([]);
  const declared: Abilities = {
    ...abilities,
    refundStatuses: ['sent'],
    canVoid: true,
    sentPlayerParts: [],
  };
  expect(
    findProviderFaults(
      { factory: { ...factory, canChargeFee: true }, abilities: declared },
      { money },
    ),
  ).toEqual([
    expect.stringContaining('abilities.refundStatuses needs `money.settleRefund`'),
    expect.stringContaining('abilities.canVoid needs `money.settle`'),
    expect.stringContaining('abilities.sentPlayerParts needs `receivedPlayer`'),
    expect.stringContaining('canChargeFee needs `charged`'),
  ]);
});
