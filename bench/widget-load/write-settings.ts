import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { root } from '../measuring/own-process.ts';

/** The country and currency of a benchmark's player, and the number of offered methods. */
export interface Offer {
  country: string;
  currency: string;
  methodCount: number;
}

const brandSchema = z.looseObject({ allowedOrigins: z.array(z.string()) });
const methodSchema = z.looseObject({
  name: z.string(),
  text: z.looseObject({ en: z.string() }),
  cardViewType: z.number(),
  transaction: z.optional(z.string()),
});
const methodsSchema = z.object({ methods: z.array(methodSchema) });

type Method = z.infer<typeof methodSchema>;

/** Writes the demo's brand with one more allowed host page. Returns the folder of the brands. */
export async function writeBrand(folder: string, pageOrigin: string): Promise<string> {
  const brand = brandSchema.parse(await readJson(path.join(root, 'config/brands/kassa.json')));
  brand.allowedOrigins.push(pageOrigin);
  const config = path.join(folder, 'config');
  await mkdir(path.join(config, 'brands'), { recursive: true });
  await writeJson(path.join(config, 'brands/kassa.json'), brand);
  return config;
}

/**
 * Writes the repository's catalogue with the measured number of methods per country: surplus
 * methods are left out, and missing ones are copied from other countries under new names.
 */
export async function writeCatalog(folder: string, offers: readonly Offer[]): Promise<string> {
  const catalog = path.join(folder, 'catalog');
  await cp(path.join(root, 'catalog'), catalog, { recursive: true });
  const methodsFolder = path.join(catalog, 'methods');
  const files = (await readdir(methodsFolder)).map((name) => path.join(methodsFolder, name));
  const lists = await Promise.all(
    files.map(async (file) => methodsSchema.parse(await readJson(file)).methods),
  );
  const deposits = lists.flat().filter(isPlainDeposit);
  await Promise.all(files.map((file) => rm(file)));
  for (const offer of offers) {
    const methods = Array.from({ length: offer.methodCount }, (_, index) =>
      offerIn(offer, deposits, index),
    );
    await writeJson(path.join(methodsFolder, `${offer.country}.json`), { methods });
  }
  return catalog;
}

/** Whether any player sees the method, its form has no rules of another country, and no chain is needed. */
function isPlainDeposit({ transaction = 'deposit', cardViewType, ...method }: Method): boolean {
  const isForAll = method.platforms === undefined && method.abTestGroups === undefined;
  const isCoin = method.coin !== undefined;
  return transaction === 'deposit' && cardViewType === 0 && isForAll && !isCoin;
}

/** Returns a method of the catalogue as offered in this country. */
function offerIn({ country, currency }: Offer, methods: readonly Method[], index: number): Method {
  const method = methods[index % methods.length];
  if (method === undefined) throw new Error('The catalogue has no method to measure.');
  const { recommendedAmounts, prefilledAmount, fee, fields, oneClick, ...plain } = method;
  const round = Math.floor(index / methods.length);
  const { en } = plain.text;
  return {
    ...plain,
    name: `${plain.name}_${country}_${index}`,
    text: { en: round === 0 ? en : `${en} ${round + 1}` },
    position: index,
    countries: [country],
    amount_rules: { [currency]: { min: '5', max: '500' } },
  };
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'));
}

function writeJson(file: string, value: unknown): Promise<void> {
  return writeFile(file, JSON.stringify(value));
}
