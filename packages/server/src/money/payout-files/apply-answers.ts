import type { PayoutFileAnswer } from '../../connectors/payout-connector.ts';
import type { ProviderPayout } from '../../connectors/provider-event.ts';
import type { Core } from '../../core/core.ts';
import type { PayoutBatchRow } from '../../ground/database/tables/payout-batches.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { publishWithdrawal } from '../../messages/realtime/publish.ts';
import { type Applied, unexpectedOutcomes } from '../../providers/evidence.ts';
import { isSameMoney } from '../deposits/known-receipt.ts';
import { applyPayout } from '../provider-events/apply-payout.ts';
import { recordUnexpected } from '../provider-events/inbox.ts';
import { performOperationsOf } from '../provider-events/wallet-answers.ts';
import { canMoveWithdrawal } from '../states/withdrawal.machine.ts';
import { payoutMoneyOf } from '../withdrawals/payout-money.ts';
import { chooseSettled, type Importer } from './settle-alone.ts';

/** An answer without effect, for a person. */
export interface AnswerProblem {
  /** The withdrawal; what the bank names instead where there is none of the file. */
  subject: string;
  problem:
    | 'unknownPayout'
    | 'unknownCurrency'
    | 'unclearStatus'
    | 'severalStatuses'
    | 'otherAmount'
    | 'needsSecondKey'
    | 'contradicting'
    | 'conflicting';
  /** The bank's codes. */
  reason: string;
}

/** The effect of a bank's answer to a file; each payout counts once. */
export interface AppliedAnswers {
  completed: number;
  failed: number;
  /** Received by the bank, and not final yet. */
  pending: number;
  /** Their outcome was known before. */
  known: number;
  /** Payouts of the file that the answer doesn't mention. */
  unmentioned: number;
  problems: AnswerProblem[];
}

const longestSubject = 40;

/**
 * Applies a bank's answer to the payouts of its file, each in a transaction of its own: after a crash
 * the same answer is applied again, and what was applied before stays as it is.
 */
export async function applyAnswers(
  core: Core,
  batch: PayoutBatchRow,
  answers: readonly PayoutFileAnswer[],
  importer: Importer,
): Promise<AppliedAnswers> {
  const payouts = await core.db
    .selectFrom('withdrawals')
    .selectAll()
    .where('brand_id', '=', batch.brand_id)
    .where('batch_id', '=', batch.id)
    .orderBy('id')
    .execute();
  const result: AppliedAnswers = {
    completed: 0,
    failed: 0,
    pending: 0,
    known: 0,
    unmentioned: 0,
    problems: findStrangers(batch, payouts, answers),
  };
  const sorted = sortAnswers(answers);
  const answered = payouts.map((payout) => {
    const about = sorted.byPayout.get(payout.id);
    const found = about ?? sorted.byCurrency.get(payoutMoneyOf(payout).currency) ?? sorted.ofFile;
    return { payout, found, status: agreedStatus(found) };
  });
  const settled = await chooseSettled(core, batch, answered, importer);
  for (const { payout, found } of answered) {
    const effect = await applyAnswer(core, batch, { payout, answers: found, settled, importer });
    if (typeof effect === 'string') result[effect] += 1;
    else result.problems.push(effect);
  }
  return result;
}

/**
 * Sorts answers by what they are about: the first one, and the first with another status, which
 * contradicts it. A currency may have thousands, which are looked at for each of its payouts.
 */
function sortAnswers(answers: readonly PayoutFileAnswer[]) {
  const byPayout = new Map<string, PayoutFileAnswer[]>();
  const byCurrency = new Map<string, PayoutFileAnswer[]>();
  const ofFile: PayoutFileAnswer[] = [];
  const add = (list: PayoutFileAnswer[], answer: PayoutFileAnswer) => {
    const [first, second] = list;
    if (first === undefined || (second === undefined && first.status !== answer.status)) {
      list.push(answer);
    }
    return list;
  };
  for (const answer of answers) {
    const { about } = answer;
    if (about === 'file') add(ofFile, answer);
    else if ('currency' in about) {
      byCurrency.set(about.currency, add(byCurrency.get(about.currency) ?? [], answer));
    } else if ('withdrawalId' in about) {
      byPayout.set(about.withdrawalId, add(byPayout.get(about.withdrawalId) ?? [], answer));
    }
  }
  return { byPayout, byCurrency, ofFile };
}

/** Finds answers about payouts and currencies that the file doesn't have. */
function findStrangers(
  { sums }: PayoutBatchRow,
  payouts: readonly Withdrawal[],
  answers: readonly PayoutFileAnswer[],
): AnswerProblem[] {
  const ids = new Set(payouts.map(({ id }) => id));
  const currencies = new Set(sums.map(({ currency }) => currency));
  return answers.flatMap(({ about, reason }): AnswerProblem[] => {
    if (about === 'file') return [];
    if ('withdrawalId' in about) {
      const subject = about.withdrawalId.slice(0, longestSubject);
      return ids.has(about.withdrawalId) ? [] : [{ subject, problem: 'unknownPayout', reason }];
    }
    if ('currency' in about && currencies.has(about.currency)) return [];
    const named = 'currency' in about ? about.currency : about.otherPayment;
    return [{ subject: named.slice(0, longestSubject), problem: 'unknownCurrency', reason }];
  });
}

type Effect = Exclude<keyof AppliedAnswers, 'problems'> | AnswerProblem;

/** The status that all answers about a payout name; undefined if they contradict each other. */
function agreedStatus([first, ...others]: readonly PayoutFileAnswer[]) {
  return others.every(({ status }) => status === first?.status) ? first?.status : undefined;
}

async function applyAnswer(
  core: Core,
  batch: PayoutBatchRow,
  {
    payout,
    answers,
    settled,
    importer,
  }: {
    payout: Withdrawal;
    answers: readonly PayoutFileAnswer[];
    /** The payouts that the answer may settle. */
    settled: ReadonlySet<string>;
    importer: Importer;
  },
): Promise<Effect> {
  const [answer] = answers;
  if (answer === undefined) return 'unmentioned';
  const { status, amount, reason } = answer;
  const subject = payout.id;
  if (agreedStatus(answers) === undefined) {
    return { subject, problem: 'severalStatuses', reason };
  }
  if (status === 'unclear') return { subject, problem: 'unclearStatus', reason };
  // The amount of a completed payout is compared where it is booked.
  const isOther = amount !== null && !isSameMoney(amount, payoutMoneyOf(payout));
  if (status !== 'completed' && isOther) return { subject, problem: 'otherAmount', reason };
  const isChange = status !== 'sent' && canMoveWithdrawal(payout.status, status);
  if (isChange && !settled.has(payout.id)) {
    return { subject, problem: isOther ? 'otherAmount' : 'needsSecondKey', reason };
  }
  const applied = await applyToPayout(core, batch, payout, { ...answer, status }, importer);
  if (applied.outcome === 'contradicting') return { subject, problem: 'contradicting', reason };
  if (unexpectedOutcomes.has(applied.outcome)) {
    return { subject, problem: isOther ? 'otherAmount' : 'conflicting', reason };
  }
  if (status === 'sent') return 'pending';
  return applied.changed === null ? 'known' : status;
}

/** Applies the bank's word on one payout, and publishes it. */
async function applyToPayout(
  core: Core,
  { account, reference }: PayoutBatchRow,
  payout: Withdrawal,
  answer: PayoutFileAnswer & { status: ProviderPayout['status'] },
  importer: Importer,
): Promise<Applied> {
  const { brand_id: brandId, id } = payout;
  const evidence = {
    brandId,
    connector: account,
    source: `answer to the file ${reference}: ${answer.reason}, uploaded by ${importer.actor}`,
    confirmedBy: 'provider' as const,
  };
  const event: ProviderPayout = {
    kind: 'payout',
    // The file's reference tells this request from those before it.
    providerReference: answer.providerReference ?? reference,
    withdrawalId: id,
    status: answer.status,
    // A bank pays what the file says; an answer may name it.
    paid: answer.status === 'completed' ? (answer.amount ?? payoutMoneyOf(payout)) : null,
    fee: null,
  };
  const failed = { ...event, providerReference: payout.provider_reference ?? reference };
  const applied = await core.db.transaction().execute(async (tx) => {
    const told = answer.status === 'failed' ? failed : event;
    const result = await applyPayout(core, tx, evidence, told);
    await recordUnexpected(core, tx, evidence, told, result.outcome);
    return result;
  });
  const { changed } = applied;
  if (changed !== null && 'hold_id' in changed) {
    publishWithdrawal(core, changed);
    await performOperationsOf(core, { brandId, subjectId: id });
  }
  return applied;
}
