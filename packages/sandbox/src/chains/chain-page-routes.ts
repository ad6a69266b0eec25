import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { rejectOtherSites } from '../console-routes.ts';
import { renderNotFoundPage } from '../hosted-page.ts';
import type { FormFields } from '../page-actions.ts';
import { readForm, sendPage } from '../send-page.ts';
import { doneWords, runAction } from './chain-actions.ts';
import { type ChainDriver, ChainRefusal } from './chain-driver.ts';
import { chainNameSchema } from './chain-facts.ts';
import { pathOf, renderChain, type TypedPayment } from './chain-page.ts';
import type { Chains } from './chains.ts';

type ChainPath = { Params: { blockchain: string } };

const doneSchema = z.enum(Object.keys(doneWords) as (keyof typeof doneWords)[]);

/** A page for each chain: send to an address, mine, reorganise. It needs no key. */
export async function chainPageRoutes(
  app: FastifyInstance,
  { chains }: { chains: Chains },
): Promise<void> {
  const find = (text: string): ChainDriver | undefined => {
    const name = chainNameSchema.safeParse(text).data;
    return name && chains.driver(name);
  };

  const show = async (
    reply: FastifyReply,
    driver: ChainDriver,
    fields: FormFields,
    problem: string | null,
  ) => {
    const done = doneSchema.safeParse(fields.done).data;
    const page = renderChain({
      driver,
      others: chains.drivers(),
      overview: await driver.overview(),
      typed: readTyped(fields),
      problem,
      done: done === undefined ? null : doneWords[done],
    });
    return sendPage(reply, problem === null ? 200 : 422, page, '');
  };

  app.get('/chains', async (request, reply) => {
    const { search } = new URL(request.url, 'http://localhost');
    return reply.redirect(`/chains/BITCOIN${search}`, 303);
  });

  app.get<ChainPath>('/chains/:blockchain', async (request, reply) => {
    const driver = find(request.params.blockchain);
    if (driver === undefined) return sendPage(reply, 404, renderNotFoundPage(), null);
    chains.visit(driver.blockchain);
    return show(reply, driver, readForm(request.query), null);
  });

  app.post<ChainPath>(
    '/chains/:blockchain',
    { onRequest: rejectOtherSites },
    async (request, reply) => {
      const driver = find(request.params.blockchain);
      if (driver === undefined) return sendPage(reply, 404, renderNotFoundPage(), null);
      chains.visit(driver.blockchain);
      const fields = readForm(request.body);
      try {
        const done = await runAction(driver, fields);
        const { address, currency, memo } = readTyped(fields);
        // The address stays in its field: whoever pays once may pay again.
        const query = new URLSearchParams({ done, address, currency, memo });
        return reply.redirect(`${pathOf(driver)}?${query}`, 303);
      } catch (error) {
        if (!(error instanceof ChainRefusal)) throw error;
        return show(reply, driver, fields, error.message);
      }
    },
  );
}

function readTyped({
  address = '',
  currency = '',
  amount = '',
  memo = '',
}: FormFields): TypedPayment {
  return { address, currency, amount, memo };
}
