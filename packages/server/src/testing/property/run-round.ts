import { CallError } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import { countAttempts } from '../../money/deposits/count-attempts.ts';
import { followUpDeposits } from '../../money/provider-events/follow-up-deposits.ts';
import { followUpRefunds } from '../../money/provider-events/follow-up-refunds.ts';
import { followUpWithdrawals } from '../../money/provider-events/follow-up-withdrawals.ts';
import { sweepInbox } from '../../money/provider-events/process-notification.ts';
import { performDueOperations } from '../../money/provider-events/wallet-answers.ts';
import { OperatorError } from '../../operator/operator-error.ts';
import type { Act, Round, Step } from './acts.ts';
import {
  retryRefused,
  takeApprove,
  takeCompleteBonus,
  takeConfirm,
  takeCorrect,
  takeDecline,
  takeRefund,
  takeReject,
  takeResolveParked,
  takeResolveWithdrawal,
} from './operator-steps.ts';
import {
  takeBet,
  takeCancelDeposit,
  takeCancelWithdrawal,
  takeCompleteDeposit,
  takeContinueDeposit,
  takeCreateDeposit,
  takeCreateDepositOtherwise,
  takeCreateWithdrawal,
} from './player-steps.ts';
import { takeBlock, takeLimit, takeUnblock } from './protection-steps.ts';
import {
  arriveLate,
  takeClosePayment,
  takeDeliver,
  takeMovePayout,
  takeMoveRefund,
  takeNotifyOldStatus,
  takePay,
  takeRepeat,
  takeReverse,
} from './provider-steps.ts';
import { takeRequestRefund, takeResolveRefund } from './refund-steps.ts';
import { startProcess, type World } from './world.ts';

/** The server's sweeps, each one look at the due rows. */
export const sweeps = {
  deposits: followUpDeposits,
  withdrawals: followUpWithdrawals,
  refunds: followUpRefunds,
  wallet: performDueOperations,
  inbox: sweepInbox,
  attempts: countAttempts,
} satisfies Record<string, (core: Core) => Promise<number>>;

/** Runs steps in parallel; a process that was killed starts again with an empty memory. */
export async function runRound(world: World, round: Round): Promise<void> {
  for (const [number, { killable }] of world.processes.entries()) {
    const deadly = round.find(({ process, crash }) => process === number && crash !== null);
    killable.plan(deadly?.crash ?? null);
  }
  await Promise.all(round.map((step) => runStep(world, step)));
  for (const [number, { killable }] of world.processes.entries()) {
    killable.plan(null);
    if (!killable.isKilled) continue;
    await killable.end();
    world.processes[number as 0 | 1] = startProcess(world);
  }
}

async function runStep(world: World, { act, process }: Step): Promise<void> {
  const { killable, core } = world.processes[process];
  try {
    await killable.untilDone(takeAct(world, core, act));
    if (killable.cause !== null) world.seen.add(`died ${killable.cause}`);
  } catch (error) {
    // These errors are responses, to a player and to an operator; any other exception is a bug.
    if (error instanceof CallError || error instanceof OperatorError)
      world.seen.add(`refused: ${error.code}`);
    else world.findings.push(`${act.kind} threw ${error instanceof Error ? error.stack : error}`);
  }
}

async function takeAct(world: World, core: Core, act: Act): Promise<unknown> {
  switch (act.kind) {
    case 'createDeposit':
      return takeCreateDeposit(world, core, act);
    case 'createDepositOtherwise':
      return takeCreateDepositOtherwise(world, core, act);
    case 'continueDeposit':
      return takeContinueDeposit(world, core, act);
    case 'completeDeposit':
      return takeCompleteDeposit(world, core, act);
    case 'cancelDeposit':
      return takeCancelDeposit(world, core, act);
    case 'createWithdrawal':
      return takeCreateWithdrawal(world, core, act);
    case 'cancelWithdrawal':
      return takeCancelWithdrawal(world, core, act);
    case 'bet':
      return takeBet(world, act);
    case 'pay':
      return takePay(world, act);
    case 'closePayment':
      return takeClosePayment(world, act);
    case 'reverse':
      return takeReverse(world, act);
    case 'movePayout':
      return takeMovePayout(world, act);
    case 'deliver':
      return takeDeliver(world, core, act);
    case 'repeat':
      return takeRepeat(world, core, act);
    case 'notifyOldStatus':
      return takeNotifyOldStatus(world, act);
    case 'arriveLate':
      return arriveLate(world);
    case 'misbehave':
      return world.mood.faults.push(...act.faults);
    case 'walletMisbehaves':
      return world.wallet?.faults.push(...act.faults);
    case 'confirm':
      return takeConfirm(world, core, act);
    case 'decline':
      return takeDecline(world, core, act);
    case 'refund':
      return takeRefund(world, core, act);
    case 'requestRefund':
      return takeRequestRefund(world, core, act);
    case 'resolveRefund':
      return takeResolveRefund(world, core, act);
    case 'moveRefund':
      return takeMoveRefund(world, act);
    case 'resolveParked':
      return takeResolveParked(world, core, act);
    case 'approve':
      return takeApprove(world, core, act);
    case 'reject':
      return takeReject(world, core, act);
    case 'resolveWithdrawal':
      return takeResolveWithdrawal(world, core, act);
    case 'completeBonus':
      return takeCompleteBonus(world, core, act);
    case 'correct':
      return takeCorrect(world, core, act);
    case 'retryRefused':
      return retryRefused(world, core);
    case 'block':
      return takeBlock(world, core, act);
    case 'unblock':
      return takeUnblock(world, core, act);
    case 'limit':
      return takeLimit(world, core, act);
    case 'wait':
      return world.pass(act.seconds * 1_000);
    case 'sweep':
      return sweeps[act.what](core);
  }
}
