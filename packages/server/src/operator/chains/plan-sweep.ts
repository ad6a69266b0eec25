import { blockchainSchema, CallError } from '@kassa/contract';
import * as z from 'zod/mini';
import {
  ChainError,
  type ChainRail,
  type SweepInput,
  type SweepPlan,
  type SweepRefusal,
} from '../../connectors/chain-rail.ts';
import { fromUnits } from '../../connectors/coin-units.ts';
import { OperatorError } from '../operator-error.ts';
import { instantSchema } from '../request-fields.ts';

/** A plan to collect money; nothing in it is signed. */
export const sweepPlanSchema = z.object({
  account: z.string(),
  blockchain: blockchainSchema,
  coin: z.string(),
  destination: z.string(),
  /** Only payments that were confirmed at this time or later, and before the other one. */
  since: z.nullable(instantSchema),
  until: instantSchema,
  /** The outputs, or on chains with accounts the addresses, that the plan is made of. */
  inputs: z.int(),
  /** What is at them, in the coin. */
  amount: z.string(),
  /** Whether there is more: the next plan has `cursor`, and the same `until`. */
  hasMore: z.boolean(),
  nextCursor: z.nullable(z.string()),
  /** `psbt`: one transaction to sign; `calls`: one per address; `none`: nothing is to be done. */
  kind: z.enum(['psbt', 'calls', 'none']),
  /** BIP-174, in base64. */
  psbt: z.nullable(z.string()),
  /** Of the PSBT: its fee, and what arrives and is paid as fee together, in the coin. */
  fee: z.nullable(z.string()),
  total: z.nullable(z.string()),
  calls: z.array(
    z.object({
      from: z.string(),
      /** The path of its key: `m/0/7` below the extended key. */
      path: z.string(),
      to: z.string(),
      /** In the smallest unit of the chain's own coin. */
      value: z.string(),
      /** The call of a token's contract, in hex; null for the chain's own coin. */
      data: z.nullable(z.string()),
      moves: z.string(),
    }),
  ),
  detail: z.nullable(z.string()),
});

/** A plan that can be described: there is one, or there is nothing to do. */
type PossibleSweepPlan = Exclude<SweepPlan, SweepRefusal>;

/**
 * Has a rail plan the collection; it knows the addresses of its own network.
 * @throws CallError request.invalid for a destination that is no address there
 * @throws OperatorError act.impossible if no such transaction can be made, or a node can't be asked
 * for what it needs
 */
export async function planSweep(
  rail: ChainRail,
  inputs: readonly SweepInput[],
  target: { destination: string; feeRate: number },
): Promise<PossibleSweepPlan> {
  const plan = await askForPlan(rail, inputs, target);
  if (plan.kind !== 'refused') return plan;
  const { field, detail } = plan;
  if (field !== null) throw new CallError('request.invalid', `${field}: ${detail}`, { field });
  throw new OperatorError('act.impossible', `There is no plan: ${detail}.`);
}

async function askForPlan(
  rail: ChainRail,
  inputs: readonly SweepInput[],
  target: { destination: string; feeRate: number },
): Promise<SweepPlan> {
  try {
    return await rail.planSweep(inputs, target);
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    throw new OperatorError('act.impossible', `There is no plan: ${error.message}.`);
  }
}

/** Describes a plan; `decimals` are those of the coin that a PSBT moves. */
export function describePlan(
  plan: PossibleSweepPlan,
  decimals: number,
): Pick<z.infer<typeof sweepPlanSchema>, 'kind' | 'psbt' | 'fee' | 'total' | 'calls' | 'detail'> {
  const nothing = { psbt: null, fee: null, total: null, calls: [], detail: null };
  switch (plan.kind) {
    case 'psbt':
      return {
        ...nothing,
        kind: 'psbt',
        psbt: plan.psbt,
        fee: fromUnits(plan.fee, decimals),
        total: fromUnits(plan.total, decimals),
      };
    case 'calls':
      return { ...nothing, kind: 'calls', calls: plan.calls };
    case 'none':
      return { ...nothing, kind: 'none', detail: plan.detail };
  }
}
