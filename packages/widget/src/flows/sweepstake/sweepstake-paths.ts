import { commonPaths, type RoutePaths } from '../../routing/route-names.ts';

/**
 * The names and paths of the sweepstake cashier's screens, except those of method kinds (§2
 * "Sweepstake flow"). A screen that the main cashier has too has its name here: the screens that both
 * share lead to each other by it.
 */
export const sweepstakePaths = {
  ...commonPaths,
  'Deposit list': '/deposit',
  'Sweepstake deposit methods': '/deposit/select-method',
  'Redirect deposit instruction': '/deposit/redirect/instruction',
  'Deposit bonus details': '/deposit/bonus-details',
  'Video instruction': '/deposit/video-instruction',
  'Complete deposit': '/deposit/complete',
  'Deposit claim': '/deposit/claim',
  'Deposit history': '/withdrawal/list',
  'Withdrawal list': '/withdrawal',
  'Sweepstake withdrawal crypto list': '/withdrawal/crypto',
  'Withdrawal redirect': '/withdrawal/crypto/convert',
  'Withdrawal confirm': '/withdrawal/confirm',
  'Withdrawal complete': '/withdrawal/complete',
} as const satisfies RoutePaths;

/**
 * The names that a host may use too in `backRoute` and `to`, with the names of the screens (§2
 * "Route names").
 */
export const sweepstakeAliases = {
  'Sweepstake deposit list': 'Deposit list',
  'Sweepstake deposit crypto list': 'Crypto list',
  'Sweepstake deposit crypto address': 'Crypto address',
  'Sweepstake deposit complete': 'Complete deposit',
  'Sweepstake withdrawal methods': 'Withdrawal list',
  'Sweepstake withdrawal list': 'Deposit history',
  'Sweepstake withdrawal crypto convert': 'Withdrawal redirect',
  'Sweepstake withdrawal complete': 'Withdrawal complete',
} as const;

interface SweepstakeNames extends Record<keyof typeof sweepstakeAliases, string> {
  'Sweepstake deposit methods': string;
  'Sweepstake withdrawal crypto list': string;
}
declare module '../../routing/route-names.ts' {
  interface OwnPaths extends SweepstakeNames {}
}
