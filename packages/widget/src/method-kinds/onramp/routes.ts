import { createdDepositRoute, depositRoute } from '../../flows/deposit/deposit-route.ts';
import type { Route } from '../../routing/route.ts';

export const routes: readonly Route[] = [
  depositRoute({ name: 'OnRamp' }),
  createdDepositRoute({ name: 'OnRamp offer list', backTo: 'OnRamp' }),
];
