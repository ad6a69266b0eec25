import fc from 'fast-check';

/*
 * The attack of whose-money.property.test.ts as data: on accounts whose payments name no reference,
 * attackers order what honest players are likely to pay.
 */

/** By whom an honest player's deposit is paid, as the bank names the payer. */
export type PaidBy =
  /** The player, whose names the operator states. */
  | 'self'
  /** Somebody else who has paid for the player before, accepted by a person. */
  | 'knownOther'
  /** Somebody else for the first time. */
  | 'other'
  /** The bank names nobody. */
  | 'unnamed';

/** Money near the amount under attack, in thousandths of it. */
const near = fc.integer({ min: -9, max: 9 });

/** How an order leaves the amount under attack, in smallest units of the currency. */
const detour = fc.constantFrom(0, 0, 0, 1, -1, 2, 30, -45);

const victim = fc.record({
  /** `lonely`: far from the amount under attack. */
  wants: fc.constantFrom('same', 'same', 'near', 'lonely', 'lonely'),
  near,
  lonely: fc.integer({ min: 3, max: 400 }),
  detour: fc.constantFrom(0, 0, 0, 0, 1, -3),
  paidBy: fc.constantFrom<PaidBy>(
    ...(['self', 'self', 'self', 'self', 'knownOther', 'other', 'unnamed', 'unnamed'] as const),
  ),
  /** One in twenty pays a whole amount instead, as people do. */
  isRounding: fc.integer({ min: 1, max: 20 }).map((number) => number === 20),
  /** One in ten has canceled before the money comes. */
  hasCanceled: fc.integer({ min: 1, max: 10 }).map((number) => number === 10),
  /** The place of the payment among the others. */
  turn: fc.nat(1000),
});

export type Victim = typeof victim extends fc.Arbitrary<infer Type> ? Type : never;

const attacker = fc.record({
  /** One order on each account. */
  detours: fc.array(detour, { minLength: 3, maxLength: 3 }),
  cancels: fc.constantFrom(true, true, false),
  /** Whether the orders come before those of the honest players. */
  isFirst: fc.constantFrom(true, true, true, false),
});

const amountOfMany = fc.constantFrom('50', '100', '200', '350', '500', '700', '1000', '2000');

/** One round of the attack. */
export const attackPlan = fc.record({
  money: fc.oneof(
    { weight: 8, arbitrary: amountOfMany.map((base) => ({ base, currency: 'EUR' })) },
    {
      weight: 2,
      arbitrary: amountOfMany.map((base) => ({ base: `${base}00`, currency: 'JPY' })),
    },
    // 1 % leaves no other amount.
    { weight: 1, arbitrary: fc.constant({ base: '60', currency: 'JPY' }) },
  ),
  attackers: fc.array(attacker, { minLength: 1, maxLength: 2 }),
  victims: fc.array(victim, { minLength: 6, maxLength: 10 }),
  /** The seed of the other invoices' amounts. */
  crowd: fc.nat(),
});

export type AttackPlan = typeof attackPlan extends fc.Arbitrary<infer Type> ? Type : never;
