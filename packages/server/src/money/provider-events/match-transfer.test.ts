import { describe, expect, test } from 'vitest';
import { type Candidate, type MatchFacts, matchTransfer } from './match-transfer.ts';

/** Today at an hour and minute, in UTC. */
const at = (time: string) => new Date(`2026-11-23T${time}:00Z`);
const moment = (time: string) => ({ from: at(time), to: at(time) });

const live = (createdAt: string, part: Partial<Candidate> = {}): Candidate => ({
  depositId: `since ${createdAt}`,
  playerId: `player of ${createdAt}`,
  amount: '150003',
  payer: 'same',
  createdAt: at(createdAt),
  freedAt: null,
  payableUntil: null,
  isPaid: false,
  isConfirmed: false,
  ...part,
});

const ended = (createdAt: string, freedAt: string, until: string, isPaid = false): Candidate =>
  live(createdAt, { freedAt: at(freedAt), payableUntil: at(until), isPaid });

const base: MatchFacts = {
  requisite: { currency: 'UZS', hasReference: false },
  amount: '150003',
  currency: 'UZS',
  booked: moment('12:00'),
  hasReference: false,
  named: [],
  candidates: [],
  isOddAmountEnough: false,
};

const match = (part: Partial<MatchFacts>) => {
  const found = matchTransfer({ ...base, ...part });
  return found.kind === 'deposit' ? found.depositId : found.because;
};

const withReference = { currency: 'UZS', hasReference: true };

test.each<[string, Partial<MatchFacts>, string]>([
  ['a named deposit', { requisite: withReference, hasReference: true, named: ['a'] }, 'a'],
  [
    'a named deposit on an account without references',
    { hasReference: true, named: ['a'], candidates: [live('11:50')] },
    'a',
  ],
  [
    'a named deposit, in another currency: the core parks it',
    { hasReference: true, named: ['a'], currency: 'USD' },
    'a',
  ],
  ['two named deposits', { hasReference: true, named: ['a', 'b'] }, 'ambiguous'],
  ['an unknown reference', { requisite: withReference, hasReference: true }, 'unknownReference'],
  [
    'an unknown reference and an invoice of the amount',
    { hasReference: true, candidates: [live('11:50')] },
    'unknownReference',
  ],
  ['no reference where one is needed', { requisite: withReference }, 'noReference'],
  [
    'an account that is not known',
    { requisite: null, candidates: [live('11:50')] },
    'unknownAccount',
  ],
  [
    'an account that is not known, with a reference',
    { requisite: null, hasReference: true, named: ['a'] },
    'unknownAccount',
  ],
  ['another currency', { currency: 'USD', candidates: [live('11:50')] }, 'otherCurrency'],
  ['one live invoice', { candidates: [live('11:50')] }, 'since 11:50'],
  [
    'an invoice that is a little younger by the clock',
    { candidates: [live('12:04')] },
    'since 12:04',
  ],
  ['an invoice that did not exist yet', { candidates: [live('12:06')] }, 'noInvoice'],
  ['a live invoice that is paid', { candidates: [live('11:50', { isPaid: true })] }, 'alreadyPaid'],
  ['no invoice', {}, 'noInvoice'],
  [
    'an invoice in its late window',
    { candidates: [ended('11:00', '11:15', '13:00')] },
    'since 11:00',
  ],
  [
    'an invoice after its late window',
    { candidates: [ended('09:00', '09:15', '11:54')] },
    'noInvoice',
  ],
  [
    'an invoice whose window ended within the slack',
    { candidates: [ended('11:00', '11:15', '11:56')] },
    'since 11:00',
  ],
  [
    'a late invoice that is paid',
    { candidates: [ended('11:00', '11:15', '13:00', true)] },
    'alreadyPaid',
  ],
  [
    'two in their late windows',
    { candidates: [ended('11:00', '11:15', '13:00'), ended('11:20', '11:35', '13:00')] },
    'ambiguous',
  ],
  [
    'two in their late windows, one of them paid',
    { candidates: [ended('11:00', '11:15', '13:00', true), ended('11:20', '11:35', '13:00')] },
    'ambiguous',
  ],
  [
    'a live one beside an unpaid one that may be paid late',
    { candidates: [ended('11:00', '11:15', '13:00'), live('11:50')] },
    'ambiguous',
  ],
  [
    'a live one beside one that is paid',
    { candidates: [ended('11:00', '11:15', '13:00', true), live('11:50')] },
    'since 11:50',
  ],
  [
    'one that lived at the booking and has ended since',
    { candidates: [ended('11:00', '11:15', '11:50'), ended('11:55', '12:10', '14:00')] },
    'since 11:55',
  ],
])('%s', (_, facts, expected) => {
  expect(match(facts)).toBe(expected);
});

test.each<[string, Partial<MatchFacts>, string]>([
  ['an invoice of the same day', { candidates: [live('18:00')] }, 'since 18:00'],
  [
    'an ended invoice of the same day',
    { candidates: [ended('08:00', '08:15', '09:00')] },
    'since 08:00',
  ],
  [
    'a live invoice beside an unpaid one that has ended on this day',
    { candidates: [ended('08:00', '08:15', '09:00'), live('18:00')] },
    'ambiguous',
  ],
  [
    'a live invoice beside a paid one of this day',
    { candidates: [ended('08:00', '08:15', '09:00', true), live('18:00')] },
    'since 18:00',
  ],
  [
    'two that have ended on this day',
    { candidates: [ended('08:00', '08:15', '09:00'), ended('18:00', '18:15', '19:00')] },
    'ambiguous',
  ],
])('a booking with a day alone: %s', (_, facts, expected) => {
  const booked = { from: at('00:00'), to: new Date('2026-11-24T00:00:00Z') };
  expect(match({ booked, ...facts })).toBe(expected);
});

describe('the payer of the exact amount', () => {
  const near = (part: Partial<Candidate> = {}) =>
    live('11:40', { amount: '150001', payer: 'unclear', ...part });
  const late = ended('11:00', '11:15', '13:00');

  test.each<[string, Partial<MatchFacts>, object]>([
    [
      'who is the player is credited beside others that are near',
      { candidates: [live('11:50'), near(), near({ createdAt: at('11:30') })] },
      { depositId: 'since 11:50', by: 'payerName' },
    ],
    [
      'who has paid for the player before is credited beside others that are near',
      { candidates: [live('11:50', { payer: 'known' }), near({ payer: 'same' })] },
      { depositId: 'since 11:50', by: 'knownPayer' },
    ],
    [
      'who is the player of an ended invoice is credited late',
      { candidates: [late, near()] },
      { depositId: 'since 11:00', by: 'payerName' },
    ],
    [
      'tells one of two invoices of this amount',
      { candidates: [{ ...late, payer: 'different' }, live('11:50')] },
      { depositId: 'since 11:50', by: 'payerName' },
    ],
    [
      'who could be the player of both is left to a person',
      { candidates: [late, live('11:50')] },
      { because: 'ambiguous', proposed: null },
    ],
    [
      'with another name is left to a person',
      { candidates: [live('11:50', { payer: 'different' })] },
      { because: 'otherPayer', proposed: 'since 11:50' },
    ],
    [
      'with the name of a near invoice is proposed for that',
      { candidates: [live('11:50', { payer: 'different' }), near({ payer: 'same' }), near()] },
      { because: 'otherPayer', proposed: 'since 11:40' },
    ],
    [
      'who is not known is credited to a live invoice with none near',
      { candidates: [live('11:50', { payer: 'unclear' })] },
      { depositId: 'since 11:50', by: 'alone' },
    ],
    [
      'who is not known is credited beside the same player’s invoices',
      {
        candidates: [
          live('11:50', { payer: 'unclear' }),
          near({ playerId: 'player of 11:50', payer: 'unclear' }),
        ],
      },
      { depositId: 'since 11:50', by: 'alone' },
    ],
    [
      'who is not known is left to a person beside a live invoice that is near',
      { candidates: [live('11:50', { payer: 'unclear' }), near()] },
      { because: 'nearAmounts', proposed: 'since 11:50' },
    ],
    [
      'who is not known is left to a person beside a late invoice that is near',
      {
        candidates: [
          live('11:50', { payer: 'unclear' }),
          { ...late, amount: '150010', payer: 'unclear' },
        ],
      },
      { because: 'nearAmounts', proposed: 'since 11:50' },
    ],
    [
      'who is not known is credited beside a near invoice that is paid',
      { candidates: [live('11:50', { payer: 'unclear' }), near({ isPaid: true })] },
      { depositId: 'since 11:50', by: 'alone' },
    ],
    [
      'who is not known is left to a person where the invoice has ended',
      { candidates: [{ ...late, payer: 'unclear' }] },
      { because: 'endedInvoice', proposed: 'since 11:00' },
    ],
    [
      'who is not known is that of an ended invoice whose money an operator has confirmed',
      { candidates: [{ ...late, payer: 'unclear', isConfirmed: true }, near()] },
      { depositId: 'since 11:00', by: 'operator' },
    ],
    [
      'who is not known is credited where an odd amount is enough',
      { candidates: [live('11:50', { payer: 'unclear' }), near()], isOddAmountEnough: true },
      { depositId: 'since 11:50', by: 'oddAmount' },
    ],
    [
      'who is not known is left to a person where an odd amount is enough and the invoice has ended',
      { candidates: [{ ...late, payer: 'unclear' }], isOddAmountEnough: true },
      { because: 'endedInvoice', proposed: 'since 11:00' },
    ],
  ])('%s', (_, facts, expected) => {
    expect(matchTransfer({ ...base, ...facts })).toMatchObject(expected);
  });

  test.each<[string, Candidate[], string | null]>([
    ['the player', [near({ payer: 'same' }), near({ depositId: 'other' })], 'since 11:40'],
    [
      'one of two players',
      [near({ payer: 'same' }), near({ depositId: 'b', payer: 'known' })],
      null,
    ],
    ['not known, with one invoice near', [near()], 'since 11:40'],
    ['not known, with two invoices near', [near(), near({ depositId: 'other' })], null],
    ['somebody else', [near({ payer: 'different' })], null],
  ])(
    'of nearly an amount is never credited; a payer who is %s: proposed is',
    (_, candidates, proposed) => {
      expect(matchTransfer({ ...base, candidates })).toEqual({
        kind: 'review',
        because: 'noInvoice',
        proposed,
      });
    },
  );
});
