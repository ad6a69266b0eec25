import type { FastifyInstance } from 'fastify';
import { chainPageRoutes } from './chains/chain-page-routes.ts';
import type { Chains } from './chains/chains.ts';
import { consoleRoutes, payoutConsoleRoutes } from './console-routes.ts';
import { hostedPageRoutes } from './hosted-page-routes.ts';
import type { Merchants } from './merchants.ts';
import { payerBankRoutes } from './payer-bank/payer-bank-routes.ts';
import { pixPageRoutes } from './pix-bank/pix-page-routes.ts';
import { preparePages } from './send-page.ts';

/** Every page for people: the players' pages and the provider's own. */
export async function pageRoutes(
  app: FastifyInstance,
  options: { merchants: Merchants; chains: Chains },
): Promise<void> {
  preparePages(app);
  await app.register(hostedPageRoutes, options);
  await app.register(consoleRoutes, options);
  await app.register(payoutConsoleRoutes, options);
  await app.register(pixPageRoutes, options);
  await app.register(payerBankRoutes, options);
  await app.register(chainPageRoutes, options);
}
