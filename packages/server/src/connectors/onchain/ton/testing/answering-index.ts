import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AnswerBlock, AnswerTransaction, AnswerWallet } from './documented-answers.ts';

interface Asked {
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
}

/** What a test has the index hold. */
export interface Indexed {
  blocks: AnswerBlock[];
  transactions: AnswerTransaction[];
  wallets: AnswerWallet[];
}

/** A server that filters, sorts and cuts as the API's document says of each parameter. */
export async function startAnsweringIndex() {
  const indexed: Indexed = { blocks: [], transactions: [], wallets: [] };
  const asked: Asked[] = [];
  /** Takes the place of the answer to a path. */
  const replies = new Map<string, { status: number; text: string }>();
  const server = createServer((request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost');
    const path = pathname.replace('/key/api/v3/', '');
    asked.push({ path, query, headers: request.headers });
    const reply = replies.get(path) ?? {
      status: 200,
      text: JSON.stringify(answer(path, query, indexed)),
    };
    response.writeHead(reply.status).end(reply.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/key/`,
    indexed,
    asked,
    replies,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function answer(path: string, query: URLSearchParams, { blocks, transactions, wallets }: Indexed) {
  const limit = Number(query.get('limit') ?? 10);
  const start = BigInt(query.get('start_lt') ?? 0);
  const end = BigInt(query.get('end_lt') ?? 2n ** 64n);
  const isWithin = (lt: string) => BigInt(lt) >= start && BigInt(lt) <= end;
  switch (path) {
    case 'masterchainInfo':
      return { last: blocks.at(-1), first: blocks[0] };
    case 'blocks': {
      const seqno = query.get('seqno');
      const found = blocks.filter(
        (block) => isWithin(block.start_lt) && (seqno ?? `${block.seqno}`) === `${block.seqno}`,
      );
      return { blocks: found.slice(0, limit) };
    }
    case 'transactions': {
      const account = query.get('account')?.toUpperCase();
      const found = transactions.filter((each) => each.account === account && isWithin(each.lt));
      found.sort((a, b) => (BigInt(a.lt) < BigInt(b.lt) ? 1 : -1));
      return { transactions: found.slice(0, limit), address_book: {} };
    }
    case 'jetton/wallets': {
      const has = (name: string, value: string) => {
        const wanted = query.getAll(name).map((each) => each.toUpperCase());
        return wanted.length === 0 || wanted.includes(value);
      };
      const found = wallets.filter(
        ({ address, owner, jetton }) =>
          has('address', address) && has('owner_address', owner) && has('jetton_address', jetton),
      );
      return { jetton_wallets: found.slice(0, limit), address_book: {}, metadata: {} };
    }
  }
  return {};
}
