import { popupPagePath } from '../popup/popup-page-path.ts';

/** The screens that both trees have. */
export const commonPaths = {
  Empty: '/empty',
  Error: '/error',
  Form: popupPagePath,
} as const;

/**
 * The names and paths of the main cashier's screens, except those of method kinds (§2 "Route
 * names").
 */
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
  'Deposit claim': '/deposit/claim',
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
 * The screens of method kinds and of the sweepstake cashier. Each one adds its own by declaration
 * merging, and `app` joins them into a cashier's table. Two paths for one name don't compile.
 */
// biome-ignore lint/suspicious/noEmptyInterface: other files add to it
export interface OwnPaths {}

/** The name of a screen. `backRoute` and `to` in an address are such names, never paths. */
export type RouteName = keyof typeof mainPaths | keyof OwnPaths;

/** The names of screens and their paths. */
export type RoutePaths = Readonly<Partial<Record<RouteName, string>>>;
