import { createdDepositRoute } from '../../flows/deposit/deposit-route.ts';
import type { Route } from '../../routing/route.ts';

export const routes: readonly Route[] = [createdDepositRoute({ name: 'Deposit host to host' })];
