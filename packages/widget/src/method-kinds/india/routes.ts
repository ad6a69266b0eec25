import { createdDepositRoute, depositRoute } from '../../flows/deposit/deposit-route.ts';
import type { Route } from '../../routing/route.ts';

export const routes: readonly Route[] = [
  depositRoute({ name: 'Indian deposit' }),
  createdDepositRoute({ name: 'Indian invoice' }),
];
