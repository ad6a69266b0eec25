import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod/mini';
import { genesisHashes } from '../genesis.ts';

/** A refusal, as Core words it. */
export class Refusal {
  readonly code: number;
  readonly message: string;

  constructor(code: number, message: string) {
    this.code = code;
    this.message = message;
  }
}

/** Gives the text of a result in JSON, so that amounts have their digits; or a refusal. */
export type CoreAnswer = (...params: unknown[]) => string | Refusal;

/** A node over real HTTP that answers what a test sets. */
export interface CoreStandIn {
  url: string;
  answers: Record<string, CoreAnswer>;
  /** Instead of an answer; the body is not JSON-RPC. */
  whole: { status: number; body: string; headers?: Record<string, string> } | null;
  /** No answer at all. */
  isSilent: boolean;
  requests: { calls: { method: string; params: unknown[] }[]; authorization?: string }[];
  close: () => Promise<void>;
}

const callSchema = z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()) });

export const hashOf = (height: number) => `b10c${String(height).padStart(60, '0')}`;
export const txidOf = (number: number) => `7${String(number).padStart(63, '0')}`;

/** The text of a transaction with one output, which spends one of another. */
export function transactionText(number: number, value: string, rest = ''): string {
  return `{"txid":"${txidOf(number)}","vin":[{"txid":"${txidOf(number + 500)}","vout":1}],
    "vout":[{"value":${value},"n":0,"scriptPubKey":{"hex":"0014AB"}}]${rest}}`;
}

/** The text of a block, of which `transactions` are objects or ids. */
export function blockText(height: number, transactions: readonly string[], hash = hashOf(height)) {
  return `{"hash":"${hash}","height":${height},"time":1700000000,"previousblockhash":"${hashOf(height - 1)}",
    "tx":[${transactions.join(',')}]}`;
}

/** Starts a node of Bitcoin's main network with blocks up to 100, each with one payment of 1.5. */
export async function startCoreStandIn(): Promise<CoreStandIn> {
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const parsed = z.union([callSchema, z.array(callSchema)]).parse(JSON.parse(body));
      const { authorization } = request.headers;
      standIn.requests.push({ calls: [parsed].flat(), authorization });
      if (standIn.isSilent) return;
      const { whole } = standIn;
      const text = [parsed].flat().map((call) => replyText(standIn.answers, call));
      const answer = whole ?? {
        status: 200,
        body: Array.isArray(parsed) ? `[${text.join(',')}]` : text.join(''),
      };
      response.writeHead(answer.status, { connection: 'close', ...whole?.headers });
      response.end(answer.body);
    });
  });
  const standIn: CoreStandIn = {
    url: '',
    answers: usualAnswers(),
    whole: null,
    isSilent: false,
    requests: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  standIn.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/wallet/secret-path`;
  return standIn;
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

function replyText(answers: Record<string, CoreAnswer>, call: z.infer<typeof callSchema>): string {
  const answer = answers[call.method]?.(...call.params) ?? new Refusal(-32601, 'Method not found');
  return answer instanceof Refusal
    ? `{"result":null,"error":${JSON.stringify(answer)},"id":${call.id}}`
    : `{"result":${answer},"error":null,"id":${call.id}}`;
}

function usualAnswers(): Record<string, CoreAnswer> {
  const newest = 100;
  const heightOf = (hash: unknown) => Number(String(hash).slice(4));
  return {
    getblockchaininfo: () =>
      `{"chain":"main","blocks":${newest},"bestblockhash":"${hashOf(newest)}","initialblockdownload":false,"verificationprogress":0.9999}`,
    getblockhash: (height) => {
      if (Number(height) > newest) return new Refusal(-8, 'Block height out of range');
      return JSON.stringify(height === 0 ? genesisHashes.BITCOIN?.main[0] : hashOf(Number(height)));
    },
    getblockheader: (hash) => `{"hash":"${hash}","height":${heightOf(hash)},"time":1700000000}`,
    getblock: (hash) => blockText(heightOf(hash), [transactionText(heightOf(hash), '1.50000000')]),
    getrawmempool: () => '[]',
    getmempoolentry: () => new Refusal(-5, 'Transaction not in mempool'),
    getrawtransaction: () => new Refusal(-5, 'No such mempool or blockchain transaction'),
  };
}
