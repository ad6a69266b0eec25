import { walletRefusals, walletRequestSchema } from '@kassa/contract';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../refuse.ts';
import { isSigned, takeBodiesAsText } from '../verify-signature.ts';
import type { DemoWallet } from './demo-wallet.ts';

/** Serves the wallet to Kassa, and to nobody else (docs/wallet.md). */
export function addWalletRoute(server: FastifyInstance, wallet: DemoWallet, secret: string): void {
  void server.register(async (plugin) => {
    takeBodiesAsText(plugin);
    plugin.post('/wallet', async (request, reply) => {
      if (!isSigned(request, secret)) {
        return refuse(reply, 401, 'signature.invalid', 'The signature is missing, wrong or old.');
      }
      const asked = walletRequestSchema.safeParse(parseJson(String(request.body)));
      if (!asked.success)
        return refuse(reply, 400, 'request.invalid', 'This is no wallet request.');
      const answer = wallet.answer(asked.data);
      if ('refusal' in answer) {
        const { refusal } = answer;
        return refuse(reply, walletRefusals[refusal], refusal, 'The wallet refuses this.');
      }
      return answer;
    });
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
