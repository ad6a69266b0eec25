import { formPath } from '../popup/form-path.ts';

/** The screens that both trees have. */
const commonPaths = {
  Empty: '/empty',
  Error: '/error',
  Form: formPath,
} as const;

/**
 * The one table of names and places (§2 "Route names"): main cashier. `backRoute` and `to` in an
 * address are such names, and nothing but this table turns a name into a path.
 */
export const mainPaths = {
  ...commonPaths,
  'Change region': '/empty/region',
  'Deposit list': '/deposit',
  'Change deposit region': '/deposit/region',
  'Redirect deposit': '/deposit/redirect',
  'Redirect deposit instruction': '/deposit/redirect/instruction',
  'Redirect deposit Eazype': '/deposit/redirect/eazype',
  'Redirect deposit Pix': '/deposit/redirect/pix',
  'Redirect deposit unified form': '/deposit/redirect/unified-form',
  'Redirect deposit cash': '/deposit/cash',
  'Crypto list': '/deposit/crypto',
  'Crypto address': '/deposit/crypto/address',
  'Group list': '/deposit/group',
  'Group deposit': '/deposit/group/redirect',
  'Indian deposit': '/deposit/india',
  'Indian invoice': '/deposit/india/invoice',
  OnRamp: '/deposit/onramp',
  'OnRamp offer list': '/deposit/onramp/offer-list',
  'Peer to peer list': '/deposit/peer-to-peer',
  'Peer to peer base': '/deposit/peer-to-peer/base',
  'Peer to peer invoice': '/deposit/peer-to-peer/invoice',
  'Peer to peer unified form': '/deposit/peer-to-peer/unified-form',
  'Peer to peer instruction': '/deposit/peer-to-peer/instruction',
  'Deposit host to host': '/deposit/host-to-host',
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

/** The same for the sweepstake cashier. */
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

export const routePaths = { ...mainPaths, ...sweepstakePaths };

export type RouteName = keyof typeof routePaths;
