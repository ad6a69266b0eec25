import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { walletRequestSchema } from '@kassa/contract';

/** The secret that signs the requests to the wallet. */
export const walletSecret = 'whsec_YSBzZWNyZXQgb2YgdGhlIGJlbmNobWFya3Mgd2FsbGV0';

/** Starts a minimal operator's wallet: it accepts every operation and stores nothing. */
export async function startWalletStub(port: number): Promise<Server> {
  const server = createServer(async (request, response) => {
    const asked = walletRequestSchema.parse(JSON.parse(await text(request)));
    const answer =
      asked.operation === 'profile'
        ? { playerId: asked.playerId, balance: { amount: '1000', currency: asked.currency } }
        : { transferId: asked.transferId, status: 'done' };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, 'localhost', resolve);
  });
  return server;
}
