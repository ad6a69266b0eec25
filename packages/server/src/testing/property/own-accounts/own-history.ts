import { CallError } from '@kassa/contract';
import type pg from 'pg';
import type { Operator } from '../../../operator/scopes.ts';
import type { OwnHistory } from './history-steps.ts';
import {
  addPoolAccount,
  bringOperator,
  bringPlayers,
  createOwnWorld,
  type Invoice,
  type OwnPlayer,
  type OwnWorld,
  type Person,
} from './own-world.ts';
import type { TrueTransfer } from './true-transfer.ts';

/** An invoice, and whose it is. */
export interface PlacedInvoice extends Invoice {
  player: OwnPlayer;
  createdAt: Date;
}

/** A brand and all that is true of the money on its accounts. */
export interface HistoryWorld extends OwnWorld {
  currency: string;
  /** The most that one key credits alone; null: any amount. */
  upTo: string | null;
  players: OwnPlayer[];
  /** Somebody who pays for others. */
  other: Person;
  /** Two people at the operator's, and one who invents what they upload. */
  desks: [Operator, Operator];
  forger: Operator;
  invoices: PlacedInvoice[];
  transfers: TrueTransfer[];
  /** The reference of each paid withdrawal. */
  payouts: string[];
  /** Withdrawals that the server has accepted, by id. */
  withdrawals: { id: string; hadStranger: boolean }[];
  /** Players who were credited with money of somebody else, whom the bank named. */
  withStranger: Set<string>;
  /** What this history covered. */
  seen: Set<string>;
}

const iban = (number: number) => `DE${String(number).padStart(20, '0')}`;

/** Two have the same name; of the last two the operator states no names. */
const people: readonly { person: Person; isNamed: boolean }[] = [
  { person: { first: 'Ann', last: 'Miller', iban: iban(1) }, isNamed: true },
  { person: { first: 'Paul', last: 'Weber', iban: iban(2) }, isNamed: true },
  { person: { first: 'Ann', last: 'Miller', iban: iban(3) }, isNamed: true },
  { person: { first: 'Mallory', last: 'Stone', iban: iban(4) }, isNamed: true },
  { person: { first: 'Ivan', last: 'Petrov', iban: iban(5) }, isNamed: false },
  { person: { first: 'Marta', last: 'Kowalska', iban: iban(6) }, isNamed: false },
];

/** The company whose accounts the pool has. */
export const house = 'Harbour Games Limited';

/** Creates the brand of a history, with two accounts without references and one with them. */
export async function createHistoryWorld(
  pool: pg.Pool,
  { currency, hasSecondApproval }: OwnHistory,
): Promise<HistoryWorld> {
  const upTo = currency === 'JPY' ? '80000' : '800';
  const withdrawals = { thirdParty: 'refuse', approveUpTo: { [currency]: '10000000' } };
  const world = createOwnWorld(pool, {
    withdrawals,
    secondApproval: hasSecondApproval ? { upTo: { [currency]: upTo } } : null,
  });
  for (const has_reference of [false, false, true]) {
    await addPoolAccount(world, { currency, has_reference, owner: house });
  }
  const players = await bringPlayers(
    world,
    people.map((it) => ({ ...it, currency })),
  );
  return {
    ...world,
    currency,
    upTo: hasSecondApproval ? upTo : null,
    players,
    other: { first: 'Cara', last: 'Jones', iban: iban(7) },
    desks: [await bringOperator(world, 'desk 1'), await bringOperator(world, 'desk 2')],
    forger: await bringOperator(world, 'forger'),
    invoices: [],
    transfers: [],
    payouts: [],
    withdrawals: [],
    withStranger: new Set(),
    seen: new Set(),
  };
}

/** Runs a player's request; notes a refusal, and returns undefined then. */
export async function tryRequest<Result>(
  { seen }: Pick<HistoryWorld, 'seen'>,
  request: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    seen.add(`refused: ${error.code}`);
    return undefined;
  }
}
