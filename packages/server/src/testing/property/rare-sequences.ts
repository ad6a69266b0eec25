import { isLongRun, seed } from '../run-scale.ts';
import type { Act, ActOf, PayoutMethod, Round } from './acts.ts';
import { allInWithdrawals, chargedBack } from './steps.ts';
import type { WalletKind } from './world.ts';

const play = (acts: Act[]): Round[] => acts.map((act) => [{ act, process: 0, crash: null }]);

const withdraw = (key: number, cents: number, method: PayoutMethod = 'payout'): Act => ({
  kind: 'createWithdrawal',
  player: 0,
  key,
  cents,
  method,
});
const deposit = (key: number, hasBonus = false): ActOf<'createDeposit'> => ({
  kind: 'createDeposit',
  player: 0,
  key,
  cents: 10_000,
  isForeign: false,
  hasBonus,
});
const deliver: Act = { kind: 'deliver', index: 0, way: 'once' };

const pay = (index: number, amount: ActOf<'pay'>['amount'] = 'exact'): Act => ({
  kind: 'pay',
  deposit: index,
  amount,
  currency: 'asked',
  hasFee: false,
});
const sendPayouts: Act = { kind: 'sweep', what: 'withdrawals' };
const owing: Act[] = [...allInWithdrawals, ...chargedBack];
const complete = (paid: ActOf<'movePayout'>['paid']): Act => ({
  kind: 'movePayout',
  payout: 0,
  to: 'completed',
  paid,
});

/** A deposit that is paid after an act which ends it. */
const paidAfter = (name: string, reason: string, acts: Act[]): RareSequence => ({
  name,
  leadsTo: `paid after: ${reason}`,
  needs: 'nothing',
  rounds: play([deposit(0), ...acts, pay(0), deliver, deliver]),
});

interface RareSequence {
  name: string;
  rounds: Round[];
  /** An entry that `world.seen` must have after the sequence. */
  leadsTo: string;
  needs: WalletNeed;
}

/**
 * What the rare part of a sequence needs of the wallet. `nothing`: it is between the player, the
 * provider and Kassa, and the wallet credits as in every other sequence. `debit`: money is taken
 * back, which the ledger refuses by the balance and the operator's wallet by an answer. `hold`: a
 * hold ends or a bonus with it, in one transaction with the ledger, after the answer with the
 * operator's wallet. `remote`: the ledger can't do it: it loses no request, and players don't bet in
 * it.
 */
type WalletNeed = 'nothing' | 'debit' | 'hold' | 'remote';

const requestRefund: Act = { kind: 'requestRefund', payment: 0, part: 'whole', isVoid: false };
const sendRefunds: Act = { kind: 'sweep', what: 'refunds' };

/** A refund whose request gets no answer, with or without an effect. */
const unanswered = (fault: 'silentBefore' | 'silentAfter'): Act[] => [
  deposit(0),
  pay(0),
  deliver,
  requestRefund,
  { kind: 'misbehave', faults: [fault] },
  sendRefunds,
];

const payWithBonus: Act[] = [
  deposit(0, true),
  { kind: 'pay', deposit: 0, amount: 'exact', currency: 'asked', hasFee: false },
  deliver,
];

/** A deposit that its first provider has, although it has denied that, and the second one as well. */
const tryTwice: Act[] = [{ kind: 'misbehave', faults: ['denied'] }, deposit(0)];

/** Sequences that random runs reach too seldom: every run plays each of them. */
const rareSequences: readonly RareSequence[] = [
  {
    name: 'of two equal deposits at once, by two processes, one is refused',
    leadsTo: 'refused: deposit.alreadyOpen',
    needs: 'nothing',
    rounds: [
      ([0, 1] as const).map((process) => ({
        act: { ...deposit(process), duplicate: 'asked' },
        process,
        crash: null,
      })),
    ],
  },
  {
    name: 'a deposit that its first provider declines goes to another account',
    leadsTo: 'a deposit went to another account',
    needs: 'nothing',
    rounds: play([{ kind: 'misbehave', faults: ['declinedHere'] }, deposit(0), pay(0), deliver]),
  },
  {
    name: 'a deposit is paid at two accounts',
    leadsTo: 'parked otherAttempt',
    needs: 'nothing',
    rounds: play([...tryTwice, pay(1, 'part'), deliver, pay(0, 'part'), deliver]),
  },
  {
    name: 'a deposit is paid at the account that had denied it, and not at the other',
    leadsTo: 'a deposit was paid at an account that had denied it',
    needs: 'nothing',
    rounds: play([...tryTwice, pay(0), deliver]),
  },
  {
    name: 'a player owes a chargeback that follows a payout request',
    leadsTo: 'a player owes',
    needs: 'debit',
    rounds: play(owing),
  },
  {
    name: 'a chargeback comes between the approval of a withdrawal and its sending',
    leadsTo: 'a debt came after the approval',
    needs: 'debit',
    rounds: play([
      ...allInWithdrawals,
      { kind: 'approve', withdrawal: 0 },
      ...chargedBack,
      sendPayouts,
    ]),
  },
  {
    name: 'a later deposit settles what its player owes',
    leadsTo: 'a deposit settled a debt by all of its money',
    needs: 'debit',
    rounds: play([...owing, deposit(1), pay(1, 'part'), deliver]),
  },
  {
    name: 'several later deposits settle what their player owes',
    leadsTo: 'a deposit settled a debt by a part of its money',
    needs: 'debit',
    rounds: play([...owing, deposit(1), pay(1, 'part'), deliver, deposit(2), pay(2), deliver]),
  },
  ...(['payout', 'payout_with_fee', 'payout_in_coin'] as const).map((method) => ({
    name: `a ${method} is paid in part`,
    leadsTo: `paid in part by ${method}`,
    needs: 'hold' as const,
    rounds: play([withdraw(0, 3_000, method), sendPayouts, complete('part'), deliver]),
  })),
  {
    name: 'a payout in a coin is paid in part, its process dies, and the part comes back',
    leadsTo: 'withdrawal returned',
    needs: 'hold',
    rounds: [
      ...play([withdraw(0, 3_000, 'payout_in_coin'), sendPayouts, complete('part')]),
      [{ act: deliver, process: 0, crash: { access: 'commit', nth: 0, side: 'after' } }],
      ...play([{ kind: 'movePayout', payout: 0, to: 'returned', paid: 'asked' }, deliver]),
    ],
  },
  {
    name: 'a payout with a fee is paid after the operator has said that it failed',
    leadsTo: 'reversal latePayout',
    needs: 'hold',
    rounds: play([
      withdraw(0, 3_000, 'payout_with_fee'),
      sendPayouts,
      { kind: 'movePayout', payout: 0, to: 'failed', paid: 'asked' },
      deliver,
      { kind: 'movePayout', payout: 0, to: 'completed', paid: 'asked' },
      deliver,
    ]),
  },
  {
    name: 'a payout is reported with another amount',
    leadsTo: 'a payout of another amount',
    needs: 'hold',
    rounds: play([withdraw(0, 3_000), sendPayouts, complete('otherAmount'), deliver, sendPayouts]),
  },
  {
    name: 'a payout is reported in another currency, to a status request only',
    leadsTo: 'the operator resolved a payout of other money',
    needs: 'hold',
    rounds: play([
      withdraw(0, 3_000),
      sendPayouts,
      complete('otherCurrency'),
      { kind: 'deliver', index: 0, way: 'lost' },
    ]),
  },
  {
    name: 'a provider that asks for more fields times out at first',
    leadsTo: 'refused: provider.timeout',
    needs: 'nothing',
    rounds: play([
      deposit(0),
      deposit(1),
      { kind: 'misbehave', faults: ['silentBefore'] },
      { kind: 'continueDeposit', deposit: 1, key: 0 },
      deposit(2),
      { kind: 'continueDeposit', deposit: 1, key: 1 },
      pay(1),
      deliver,
    ]),
  },
  {
    name: 'a deposit is continued twice with the same key',
    leadsTo: 'a deposit went on',
    needs: 'nothing',
    rounds: play([
      deposit(0),
      deposit(1),
      { kind: 'continueDeposit', deposit: 1, key: 0 },
      { kind: 'continueDeposit', deposit: 1, key: 0 },
      pay(1),
      deliver,
    ]),
  },
  {
    name: 'a withdrawal forfeits the bonus of a deposit',
    leadsTo: 'a bonus was forfeited',
    needs: 'hold',
    rounds: play([...payWithBonus, withdraw(0, 9_000)]),
  },
  {
    name: 'a withdrawal leaves a bonus that was wagered',
    leadsTo: 'a bonus was wagered',
    needs: 'hold',
    rounds: play([...payWithBonus, { kind: 'completeBonus', bonus: 0 }, withdraw(0, 9_000)]),
  },
  {
    name: "a process dies before its request reaches the operator's wallet",
    leadsTo: 'died before wallet',
    needs: 'remote',
    rounds: [
      ...play([deposit(0), pay(0)]),
      [{ act: deliver, process: 0, crash: { access: 'wallet', nth: 0, side: 'before' } }],
    ],
  },
  {
    name: 'a refund is done without an answer',
    leadsTo: 'refund unknown',
    needs: 'debit',
    rounds: play(unanswered('silentAfter')),
  },
  {
    name: 'a refund never reaches its provider',
    leadsTo: 'refund inReview',
    needs: 'debit',
    rounds: play(unanswered('silentBefore')),
  },
  {
    name: 'a refund is requested of money that was bet',
    leadsTo: 'refund rejected',
    needs: 'remote',
    rounds: play([
      deposit(0),
      pay(0),
      deliver,
      { kind: 'bet', player: 0, cents: 9_000 },
      { kind: 'bet', player: 0, cents: 9_000 },
      requestRefund,
    ]),
  },
  paidAfter('an expired deposit is paid', 'nobody paid in time', [
    { kind: 'wait', seconds: 2_000 },
    { kind: 'sweep', what: 'deposits' },
  ]),
  paidAfter('a blocked player pays', 'the player was blocked', [
    { kind: 'block', player: 0, what: 'deposits', source: 'operator' },
  ]),
  paidAfter('a player pays who has excluded themselves', 'the player has excluded themselves', [
    { kind: 'block', player: 0, what: 'deposits', source: 'selfExclusion' },
  ]),
  paidAfter('a player pays above a limit that was lowered', "above the player's changed limit", [
    { kind: 'limit', player: 0, cents: 2_000 },
  ]),
  {
    name: 'a deposit is paid that the provider could not cancel',
    leadsTo: 'paid after: the provider could not cancel it',
    needs: 'nothing',
    // The provider can't cancel its third payment.
    rounds: play([
      deposit(0),
      deposit(1),
      deposit(2),
      { kind: 'cancelDeposit', deposit: 2 },
      pay(2),
      deliver,
    ]),
  },
];

/**
 * Returns the rare sequences for one kind of wallet. Of those that need nothing of it, the seed
 * gives every other one to either wallet; a long run plays them with both.
 */
export function rareSequencesWith(wallet: WalletKind): RareSequence[] {
  const isFree = ({ needs }: RareSequence) => needs === 'nothing';
  const ofTheirs = rareSequences.filter(
    (sequence) => !isFree(sequence) && (sequence.needs !== 'remote' || wallet === 'remote'),
  );
  const turn = wallet === 'remote' ? 0 : 1;
  const chosen = rareSequences
    .filter(isFree)
    .filter((_, index) => isLongRun || (seed + index) % 2 === turn);
  return [...ofTheirs, ...chosen];
}
