import type { CrashPoint } from './killable-process.ts';
import type { ConnectorFault } from './simulated-connector.ts';
import type { WalletFault } from './simulated-wallet.ts';
import type { ProcessNumber } from './world.ts';

/*
 * All possible steps as data, so that fast-check can generate, shrink and replay them. Numbers such
 * as `deposit` choose among the items that exist at that moment.
 */

/** The withdrawal methods of a world: without a fee, with one, and in a coin. */
export type PayoutMethod = 'payout' | 'payout_with_fee' | 'payout_in_coin';

type PlayerAct =
  | {
      kind: 'createDeposit';
      player: number;
      key: number;
      cents: number;
      isForeign: boolean;
      /** Whether the deposit asks for a bonus, if the player has one on offer. */
      hasBonus?: boolean;
      /**
       * `asked`: the player's widget asks before a duplicate; `repeats`: and the player orders the
       * amount of one of their deposits again.
       */
      duplicate?: 'asked' | 'repeats';
    }
  | { kind: 'createDepositOtherwise'; player: number; key: number }
  | { kind: 'continueDeposit'; deposit: number; key: number }
  | { kind: 'completeDeposit'; deposit: number }
  | { kind: 'cancelDeposit'; deposit: number }
  | {
      kind: 'createWithdrawal';
      player: number;
      key: number;
      cents: number;
      /** `payout` if left out: without a fee, in the account's currency. */
      method?: PayoutMethod;
    }
  | { kind: 'cancelWithdrawal'; withdrawal: number }
  | { kind: 'bet'; player: number; cents: number };

type ProviderAct =
  | {
      kind: 'pay';
      deposit: number;
      amount: 'exact' | 'part' | 'over' | 'double' | 'tiny' | 'absurd';
      currency: 'asked' | 'USD' | 'JPY' | 'PLN';
      hasFee: boolean;
    }
  | { kind: 'closePayment'; deposit: number; status: 'declined' | 'canceled' }
  | {
      kind: 'reverse';
      receipt: number;
      how: 'chargeback' | 'refund' | 'reversal';
      part: 'whole' | 'half';
    }
  | {
      kind: 'movePayout';
      payout: number;
      to: 'completed' | 'failed' | 'returned';
      /** `part`: the provider pays only a part; the others are mistakes in its report. */
      paid: 'asked' | 'part' | 'otherAmount' | 'otherCurrency';
    }
  | { kind: 'moveRefund'; refund: number; to: 'completed' | 'failed' }
  | { kind: 'deliver'; index: number; way: 'once' | 'stays' | 'twiceAtOnce' | 'lost' }
  | { kind: 'repeat'; index: number; isNew: boolean }
  | { kind: 'notifyOldStatus'; deposit: number }
  | { kind: 'arriveLate' }
  | { kind: 'misbehave'; faults: ConnectorFault[] }
  | { kind: 'walletMisbehaves'; faults: WalletFault[] };

type OperatorAct =
  | { kind: 'confirm'; receipt: number; hasReference: boolean }
  | { kind: 'decline'; deposit: number }
  | {
      kind: 'refund';
      receipt: number;
      part: 'whole' | 'half';
      how: 'outside' | 'byProvider' | 'byProviderNamed';
    }
  | { kind: 'requestRefund'; payment: number; part: 'whole' | 'half'; isVoid: boolean }
  | { kind: 'resolveRefund'; refund: number }
  | { kind: 'resolveParked'; payment: number; how: 'credit' | 'creditAtRate' | 'return' }
  | { kind: 'approve'; withdrawal: number }
  | { kind: 'reject'; withdrawal: number }
  | { kind: 'resolveWithdrawal'; withdrawal: number }
  | { kind: 'completeBonus'; bonus: number }
  | { kind: 'retryRefused' }
  | { kind: 'correct'; player: number; direction: 'credit' | 'debit'; cents: number }
  | {
      kind: 'block';
      player: number;
      what: 'deposits' | 'all';
      source: 'operator' | 'selfExclusion';
    }
  | { kind: 'unblock'; player: number }
  | { kind: 'limit'; player: number; cents: number };

type TimeAct =
  | { kind: 'wait'; seconds: number }
  | {
      kind: 'sweep';
      what: 'deposits' | 'withdrawals' | 'refunds' | 'wallet' | 'inbox' | 'attempts';
    };

export type Act = PlayerAct | ProviderAct | OperatorAct | TimeAct;
/** The act of one kind. */
export type ActOf<Kind extends Act['kind']> = Extract<Act, { kind: Kind }>;

/** An act, the process that runs it, and the point at which that process is killed. */
export interface Step {
  act: Act;
  process: ProcessNumber;
  crash: CrashPoint | null;
}

/** Steps that run in parallel; mostly one. */
export type Round = Step[];
