import type { Experiment } from './entities/experiment.ts';

/**
 * The experiments with the player's default group if the host assigns none; null means no group.
 * (The counts in §3 don't add up and it names no keys, so these keys are ours.)
 */
export const experiments = {
  /** group_b sees the crypto bonus. */
  crypto_bonus: 'group_a',
  /** The group is sent as `abTestGroup` with `methods-payment-v3` and `deposit-create`. */
  payment_methods: 'group_a',
  /** Tips beside payment details, in groups a, b and c (§9). */
  payment_detail_tips: null,
} as const satisfies Record<string, string | null>;

export type ExperimentKey = keyof typeof experiments;

/** Returns the player's group: as assigned by the host, else the default of the table. */
export function resolveGroup(assigned: readonly Experiment[], key: ExperimentKey): string | null {
  return assigned.find((experiment) => experiment.key === key)?.group ?? experiments[key];
}

/** Returns whether the crypto bonus is shown to a player (§4): group_b, where the host enables it. */
export function isCryptoBonusShown(isEnabled: boolean, assigned: readonly Experiment[]): boolean {
  return isEnabled && resolveGroup(assigned, 'crypto_bonus') === 'group_b';
}
