/** The place of every screen under `/{product}` (design §4 "Routes"): the one table of them. */
export const paths = {
  depositList: '/deposit',
  depositGroup: '/deposit/group',
  depositRedirect: '/deposit/redirect',
  depositComplete: '/deposit/complete',
  form: '/form',
} as const;
