import type { Experiment } from './entities/experiment.ts';

/**
 * The experiments (§3; its counts don't add up and it names no keys, so these are ours): the group
 * a player is in where the host says none, or null where they are then in no group.
 */
export const experiments = {
  /** group_b sees the crypto bonus. */
  crypto_bonus: 'group_a',
  /** Its group goes along as `abTestGroup` with `methods-payment-v3` and `deposit-create`. */
  payment_methods: 'group_a',
  /** Tips beside payment details, in groups a, b and c (§9). */
  payment_detail_tips: null,
} as const satisfies Record<string, string | null>;

export type ExperimentKey = keyof typeof experiments;

/** The group a player is in: the host's word, else the default of the table. */
export function resolveGroup(assigned: readonly Experiment[], key: ExperimentKey): string | null {
  return assigned.find((experiment) => experiment.key === key)?.group ?? experiments[key];
}
