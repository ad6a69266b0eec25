import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { chainFacts, chainNames } from './chain-facts.ts';
import type { Chains } from './chains.ts';
import { answerAsCore } from './protocols/core-node.ts';
import { answerAsEvm } from './protocols/evm-node.ts';
import { answerJsonRpc, isRefusal } from './protocols/json-rpc.ts';
import { answerAsTonIndex } from './protocols/ton-index.ts';
import { answerAsTron } from './protocols/tron-node.ts';
import type { NodeDriver } from './real/node-driver.ts';
import type { SimulatedChain } from './simulated-chain.ts';
import type { SimulatedDriver } from './simulated-driver.ts';

/**
 * The simulated chains as their nodes answer: what reads a real node reads these, and what pays by a
 * real node pays by these. Requests need no key, and one that is sent counts for nothing.
 */
export async function nodeRoutes(
  app: FastifyInstance,
  { chains }: { chains: Chains },
): Promise<void> {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  // Clients of nodes don't agree on the type of their requests.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    done(null, readJson(String(body)));
  });

  for (const name of chainNames) {
    const chain = chains.simulated(name);
    const node = chains.node(name);
    if (chain !== undefined) addRoutes(app, chain, chains.simulatedDriver(name));
    if (node !== undefined) addNode(app, node);
  }
}

/** A test node is read at the same address as the simulated chain. */
function addNode(app: FastifyInstance, node: NodeDriver): void {
  const path = `/chains/${node.blockchain}/rpc`;
  app.post(path, async (request, reply) => {
    const { status, text } = await node.forward(JSON.stringify(request.body));
    return reply.code(status).type('application/json').send(text);
  });
  app.post<{ Params: { name: string } }>(`${path}/wallet/:name`, async (request, reply) => {
    const wallet = `wallet/${encodeURIComponent(request.params.name)}`;
    const { status, text } = await node.forward(JSON.stringify(request.body), wallet);
    return reply.code(status).type('application/json').send(text);
  });
}

function addRoutes(app: FastifyInstance, chain: SimulatedChain, driver: SimulatedDriver): void {
  const name = chain.blockchain;
  switch (chainFacts[name].family) {
    case 'utxo':
      // A simulated node has one wallet, whatever its name.
      for (const path of [`/chains/${name}/rpc`, `/chains/${name}/rpc/wallet/:name`]) {
        app.post(path, async (request, reply) => {
          const response = await answerJsonRpc(request.body, answerAsCore(chain, driver));
          // Core says by the status, too, that a single call was refused.
          reply.code(isRefusal(response) ? 500 : 200).type('application/json');
          return JSON.stringify(response);
        });
      }
      break;
    case 'evm':
      app.post(`/chains/${name}/rpc`, async (request, reply) => {
        reply.type('application/json');
        return JSON.stringify(await answerJsonRpc(request.body, answerAsEvm(chain, driver)));
      });
      break;
    case 'tron':
      app.post<{ Params: { call: string } }>(
        `/chains/${name}/wallet/:call`,
        async (request, reply) => {
          const answer = answerAsTron(chain, request.params.call, request.body);
          if (answer === undefined) return reply.callNotFound();
          return reply.type('application/json').send(JSON.stringify(answer));
        },
      );
      break;
    case 'ton':
      app.get<{ Params: { '*': string } }>(`/chains/${name}/api/v3/*`, async (request, reply) => {
        const answer = answerAsTonIndex(chain, request.params['*'], request.query);
        if (answer === undefined) return reply.callNotFound();
        return reply.type('application/json').send(JSON.stringify(answer));
      });
      break;
  }
}

function readJson(text: string): unknown {
  try {
    return z.unknown().parse(JSON.parse(text));
  } catch {
    return null;
  }
}
