import type { HistoryStep, OwnHistory } from './history-steps.ts';
import { type Doer, Judge } from './judge.ts';
import { takeMoveOwnMoney, takePay, takeReport } from './own-bank-steps.ts';
import {
  takeApprove,
  takeAssign,
  takeAssignInvented,
  takeConfirm,
  takeDismiss,
  takeInvent,
} from './own-desk-steps.ts';
import type { HistoryWorld } from './own-history.ts';
import { takeCancel, takeOrder, takeWait, takeWash, takeWithdraw } from './own-player-steps.ts';

/** Plays a history; after each step the judge compares the credits with what is true. */
export async function playHistory(world: HistoryWorld, { steps }: OwnHistory): Promise<string[]> {
  const judge = new Judge(world);
  for (const step of steps) {
    const doer = await takeStep(world, step);
    const problems = [...world.logged, ...(await judge.check(doer))];
    if (problems.length > 0) return problems.map((it) => `after ${step.kind}: ${it}`);
  }
  return judge.checkEnd();
}

/** Takes one step. Returns by whose word money may have been credited. */
function takeStep(world: HistoryWorld, step: HistoryStep): Promise<Doer> {
  switch (step.kind) {
    case 'order':
      return takeOrder(world, step);
    case 'cancel':
      return takeCancel(world, step);
    case 'pay':
      return takePay(world, step);
    case 'report':
      return takeReport(world, step);
    case 'moveOwnMoney':
      return takeMoveOwnMoney(world, step);
    case 'invent':
      return takeInvent(world, step);
    case 'assign':
      return takeAssign(world, step);
    case 'assignInvented':
      return takeAssignInvented(world, step);
    case 'dismiss':
      return takeDismiss(world, step);
    case 'confirm':
      return takeConfirm(world, step);
    case 'approve':
      return takeApprove(world, step);
    case 'withdraw':
      return takeWithdraw(world, step);
    case 'wash':
      return takeWash(world, step);
    case 'wait':
      return takeWait(world, step);
  }
}
