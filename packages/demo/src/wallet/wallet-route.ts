import { walletRefusals, walletRequestSchema } from '@kassa/contract';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../refuse.ts';
import { addSignedRoute } from '../signed-requests.ts';
import type { DemoWallet } from './demo-wallet.ts';

/** Serves the wallet to Kassa, and to nobody else (docs/wallet.md). */
export function addWalletRoute(server: FastifyInstance, wallet: DemoWallet, secret: string): void {
  addSignedRoute(server, { path: '/wallet', secret }, (json, _, reply) => {
    const asked = walletRequestSchema.safeParse(json);
    if (!asked.success) return refuse(reply, 400, 'request.invalid', 'This is no wallet request.');
    const answer = wallet.answer(asked.data);
    if (!('refusal' in answer)) return answer;
    const { refusal } = answer;
    return refuse(reply, walletRefusals[refusal], refusal, 'The wallet refuses this.');
  });
}
