import * as z from 'zod/mini';
import type { FormFields } from '../page-actions.ts';
import { type ChainDriver, ChainRefusal } from './chain-driver.ts';
import { fateSchema } from './chain-journal.ts';
import { readUnits } from './coin-units.ts';

/** What each act has done, in words for the page. */
export const doneWords = {
  sent: 'Sent. The payment waits for a block.',
  sentAndMined: 'Sent, and in a block.',
  mined: 'Mined.',
  reorganised: 'The newest blocks are others now.',
  replaced: 'Replaced. The new transaction waits for a block.',
  minerOn: 'The automatic miner is on.',
  minerOff: 'The automatic miner is off.',
} as const;

type Done = keyof typeof doneWords;

/** The most blocks that one act mines or drops. */
const most = 100;

const countSchema = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(most));

/**
 * Runs the act of a pressed button.
 * @throws a {@link ChainRefusal} with a message for the page
 */
export async function runAction(driver: ChainDriver, fields: FormFields): Promise<Done> {
  switch (fields.action) {
    case 'send':
      await send(driver, fields);
      return 'sent';
    case 'send-mine':
      await send(driver, fields);
      await driver.mine(1);
      return 'sentAndMined';
    case 'mine-one':
      await driver.mine(1);
      return 'mined';
    case 'mine':
      await driver.mine(readCount(fields.count));
      return 'mined';
    case 'reorganise':
      return reorganise(driver, fields);
    case 'replace':
    case 'replace-back':
      await driver.replace(fields.txid ?? '', fields.action === 'replace-back');
      return 'replaced';
    case 'miner-on':
    case 'miner-off':
      await driver.setMiner(fields.action === 'miner-on');
      return fields.action === 'miner-on' ? 'minerOn' : 'minerOff';
    default:
      throw new ChainRefusal('Press one of the buttons below.');
  }
}

async function send(driver: ChainDriver, fields: FormFields): Promise<void> {
  const coins = driver.fact.coins;
  const coin = coins.find(({ currency }) => currency === fields.currency) ?? coins[0];
  const units = readUnits(fields.amount?.trim() ?? '', coin.decimals);
  if (units === null) {
    throw new ChainRefusal(
      `Write an amount of ${coin.currency} such as 0.25, with ${coin.decimals} decimals at most.`,
    );
  }
  await driver.send({
    address: fields.address?.trim() ?? '',
    currency: coin.currency,
    units,
    memo: fields.memo?.trim() || null,
    fails: fields.outcome === 'fails',
  });
}

async function reorganise(driver: ChainDriver, fields: FormFields): Promise<Done> {
  const fate = fateSchema.safeParse(fields.fate).data;
  if (fate === undefined || !driver.offers.fates.includes(fate)) {
    throw new ChainRefusal('Choose what becomes of the payments.');
  }
  await driver.reorganise(readCount(fields.depth), fate);
  return 'reorganised';
}

function readCount(text: string | undefined): number {
  const count = countSchema.safeParse(text).data;
  if (count === undefined) throw new ChainRefusal(`Write a number of blocks from 1 to ${most}.`);
  return count;
}
