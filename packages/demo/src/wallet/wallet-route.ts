import { walletRefusals, walletRequestSchema } from '@kassa/contract';
import type { FastifyInstance } from 'fastify';
import { sendError } from '../send-error.ts';
import { addSignedRoute } from '../signed-requests.ts';
import type { DemoWallet } from './demo-wallet.ts';

/** Serves the wallet to Kassa only (docs/wallet.md). */
export function addWalletRoute(server: FastifyInstance, wallet: DemoWallet, secret: string): void {
  addSignedRoute(server, { path: '/wallet', secret }, (json, _, reply) => {
    const asked = walletRequestSchema.safeParse(json);
    if (!asked.success)
      return sendError(reply, 400, 'request.invalid', 'The wallet request is invalid.');
    const answer = wallet.answer(asked.data);
    if (!('refusal' in answer)) return answer;
    const { refusal } = answer;
    return sendError(reply, walletRefusals[refusal], refusal, 'The wallet rejects this transfer.');
  });
}
