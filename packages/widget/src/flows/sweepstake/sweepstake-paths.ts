import { commonPaths } from '../../routing/route-names.ts';

/** The names and paths of the sweepstake cashier's screens (§2 "Sweepstake flow"). */
export const sweepstakePaths = {
  ...commonPaths,
  'Sweepstake deposit list': '/deposit',
  'Sweepstake deposit methods': '/deposit/select-method',
  'Sweepstake deposit crypto list': '/deposit/crypto',
  'Sweepstake deposit crypto address': '/deposit/crypto/address',
  'Sweepstake deposit complete': '/deposit/complete',
  'Sweepstake withdrawal methods': '/withdrawal',
  'Sweepstake withdrawal list': '/withdrawal/list',
  'Sweepstake withdrawal crypto list': '/withdrawal/crypto',
  'Sweepstake withdrawal crypto convert': '/withdrawal/crypto/convert',
  'Sweepstake withdrawal complete': '/withdrawal/complete',
} as const;

type SweepstakePaths = typeof sweepstakePaths;
declare module '../../routing/route-names.ts' {
  interface OwnPaths extends SweepstakePaths {}
}
