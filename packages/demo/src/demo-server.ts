import path from 'node:path';
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import { addBonusRoute } from './bonuses/bonus-route.ts';
import { addGameRoutes } from './games/game-routes.ts';
import { loadBalances } from './load-balances.ts';
import { OperatorApiError } from './operator-api.ts';
import { requireOwnOrigin } from './own-origin.ts';
import { addPage } from './page-routes.ts';
import { playerSchema, signPlayerToken, tokenRequestSchema } from './player-token.ts';
import { sendError } from './send-error.ts';
import type { DemoSettings } from './settings.ts';
import { loadSigningKey, type SigningKey } from './signing-key.ts';
import { type DemoWallet, openDemoWallet } from './wallet/demo-wallet.ts';
import { addWalletRoute } from './wallet/wallet-route.ts';
import { addWebhookRoutes } from './webhooks/webhook-routes.ts';

/**
 * Builds the demo host: the page, and a small backend like every host's. It signs player tokens,
 * publishes the public key, and requests its players' balances from Kassa. If it shares a secret
 * with Kassa, it receives Kassa's webhooks and has a wallet that Kassa can use; with a key to the
 * operator API it offers bonuses, or has games and free entries.
 */
export async function buildDemoServer(settings: DemoSettings): Promise<FastifyInstance> {
  const key = await loadSigningKey(settings.dataFolder);
  const server = Fastify({ logger: { level: 'warn' }, bodyLimit: 4096 });
  server.addHook('onRequest', async (_, reply) => {
    reply.header('x-content-type-options', 'nosniff');
  });
  server.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (error instanceof OperatorApiError) {
      return sendError(reply, 502, 'server.refused', error.message);
    }
    if (status < 500) return sendError(reply, status, 'request.malformed', error.message);
    request.log.error(error);
    return sendError(reply, 500, 'server.error', 'The demo failed; its log has the details.');
  });
  server.get('/healthz', async () => ({ status: 'ok' }));
  server.get('/.well-known/jwks.json', async () => ({ keys: [key.publicJwk] }));
  const { kassaSecret } = settings;
  if (kassaSecret !== null) addWebhookRoutes(server, { ...settings, kassaSecret });
  addPlayerRoutes(server, settings, key, openWallet(server, settings));
  if (settings.site === 'lagoon') addGameRoutes(server, settings);
  else addBonusRoute(server, settings);
  await addPage(server, settings);
  return server;
}

/** Serves a wallet to Kassa. Returns the function that opens a player's account in it. */
function openWallet(
  server: FastifyInstance,
  { dataFolder, kassaSecret }: DemoSettings,
): DemoWallet['open'] {
  if (kassaSecret === null) return () => {};
  const wallet = openDemoWallet(path.join(dataFolder, 'wallet.jsonl'));
  server.addHook('onClose', async () => wallet.close());
  addWalletRoute(server, wallet, kassaSecret);
  return wallet.open;
}

function addPlayerRoutes(
  server: FastifyInstance,
  settings: DemoSettings,
  key: SigningKey,
  openAccount: DemoWallet['open'],
): void {
  const onRequest = requireOwnOrigin(settings.demoUrl);
  const signer = { issuer: settings.issuer, key };

  server.post('/token', { onRequest }, async (request, reply) => {
    const asked = tokenRequestSchema.safeParse(request.body);
    if (!asked.success) return sendError(reply, 400, 'request.invalid', describe(asked.error));
    openAccount(asked.data);
    reply.header('cache-control', 'no-store');
    return { token: await signPlayerToken(signer, asked.data) };
  });

  server.get('/balance', { onRequest }, async (request, reply) => {
    const asked = playerSchema.safeParse(request.query);
    if (!asked.success) return sendError(reply, 400, 'request.invalid', describe(asked.error));
    openAccount(asked.data);
    const token = await signPlayerToken(signer, asked.data);
    const answer = await loadBalances(settings, token);
    if (answer.kind === 'failed') return sendError(reply, 502, answer.code, answer.message);
    reply.header('cache-control', 'no-store');
    return { balances: answer.balances };
  });
}

function describe(error: z.core.$ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`.trim()).join('; ');
}
