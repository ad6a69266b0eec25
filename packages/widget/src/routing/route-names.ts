import { popupPagePath } from '../popup/popup-page-path.ts';

/** The screens that both trees have. */
export const commonPaths = {
  Empty: '/empty',
  Error: '/error',
  Form: popupPagePath,
} as const;

/** The main cashier's screens but for those of method kinds, by name, with their places (§2 "Route names"). */
export const mainPaths = {
  ...commonPaths,
  'Change region': '/empty/region',
  'Deposit list': '/deposit',
  'Change deposit region': '/deposit/region',
  'Redirect deposit instruction': '/deposit/redirect/instruction',
  'Group list': '/deposit/group',
  'Deposit bonus details': '/deposit/bonus-details',
  'Video instruction': '/deposit/video-instruction',
  'Complete deposit': '/deposit/complete',
  'Deposit history': '/deposit/history',
  'Withdrawal list': '/withdrawal',
  'Withdrawal region': '/withdrawal/region',
  'Withdrawal redirect': '/withdrawal/redirect',
  'Withdrawal redirect instruction': '/withdrawal/redirect/instruction',
  'Withdrawal Nigerian banks': '/withdrawal/nigerian-banks',
  'Withdrawal group list': '/withdrawal/group',
  'Withdrawal group': '/withdrawal/group/redirect',
  'Withdrawal confirm': '/withdrawal/confirm',
  'Withdrawal complete': '/withdrawal/complete',
} as const;

/**
 * The screens of method kinds and of the sweepstake cashier: each adds its own where it stands, and `app`
 * joins them to a cashier's table. One name for two places doesn't compile.
 */
// biome-ignore lint/suspicious/noEmptyInterface: they fill it
export interface OwnPaths {}

/** What a place is called: `backRoute` and `to` in an address are such names, never paths. */
export type RouteName = keyof typeof mainPaths | keyof OwnPaths;

/** Names and their places. */
export type RoutePaths = Readonly<Partial<Record<RouteName, string>>>;
