import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { closeProviderStub, providerKeys } from '../deposits/provider-stub.ts';
import { type Stage, writeBrand } from '../deposits/stage.ts';
import { findFreePort } from '../measuring/free-port.ts';
import type { Own } from '../measuring/run-benchmark.ts';
import { startPayoutStub } from './payout-stub.ts';

/** A withdrawal of the benchmark. */
export const withdrawn = {
  amount: '20.00',
  currency: 'EUR',
  fields: { iban: 'DE89370400440532013000' },
};

/** The benchmark's own method of withdrawal, so that the code contains no name of the catalogue. */
export const payoutMethod = 'bench_payout';

/**
 * Writes the benchmark's brand with a second account, whose provider pays out, and with a method that
 * leads there. No withdrawal needs an approval.
 */
export async function writePayoutBrand(own: Own, { folder, providerPort }: Stage): Promise<void> {
  const port = await findFreePort();
  await own(() => startPayoutStub(port), closeProviderStub);
  await writeBrand(folder, providerPort, {
    withdrawals: { approveUpTo: { [withdrawn.currency]: '1000000000' }, keepDetails: true },
    accounts: {
      payouts: {
        connector: 'sandbox',
        settings: { apiUrl: `http://localhost:${port}`, ...providerKeys },
      },
    },
  });
  const overlays = path.join(folder, 'catalogs', 'kassa');
  await mkdir(overlays, { recursive: true });
  await writeFile(path.join(overlays, 'payouts.json'), JSON.stringify({ add: [method] }));
}

const method = {
  name: payoutMethod,
  category: 'bankTransfer',
  cardViewType: 0,
  transaction: 'withdrawal',
  text: { en: 'Bank transfer' },
  amount_rules: { EUR: { min: '1', max: '10000' } },
  position: 1,
  iconIds: ['bank-transfer'],
  countries: '*',
  connector: 'sandbox',
  routes: [{ account: 'payouts' }],
  group: 'bankTransfer',
  fields: [{ name: 'iban', type: 'text', placeholder: { en: 'IBAN' }, accountNumber: 'iban' }],
};
