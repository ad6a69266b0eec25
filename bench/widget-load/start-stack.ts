import path from 'node:path';
import { startEmbeddedPostgres } from '@kassa/server';
import * as z from 'zod/mini';
import { findFreePort } from '../measuring/free-port.ts';
import { makeFolder, removeFolder } from '../measuring/own-folder.ts';
import { endProcess, startProcess } from '../measuring/own-process.ts';
import type { Own } from '../measuring/run-benchmark.ts';
import { closeHostPages, type HostPages, startHostPages } from './host-pages.ts';
import { type Offer, writeBrand, writeCatalog } from './write-settings.ts';

export interface Stack {
  serverUrl: string;
  demoUrl: string;
  /** The origin of the measured pages. */
  pagesUrl: string;
}

/**
 * Starts all of Kassa like `npm start`, on its own ports and folder, and a host page per offer.
 * @param catalog - `counted` has as many methods as the offers; `shipped` is unchanged
 */
export async function startStack(
  own: Own,
  offers: readonly Offer[],
  catalog: 'counted' | 'shipped' = 'counted',
): Promise<Stack> {
  const folder = await own(makeFolder, removeFolder);
  const ports = {
    PORT: String(await findFreePort()),
    OPERATOR_PORT: String(await findFreePort()),
    DEMO_PORT: String(await findFreePort()),
    SANDBOX_PORT: String(await findFreePort()),
  };
  const demoUrl = `http://localhost:${ports.DEMO_PORT}`;
  const serverUrl = `http://localhost:${ports.PORT}`;
  const port = await findFreePort();
  const pagesUrl = `http://localhost:${port}`;
  const environment = {
    ...ports,
    KASSA_DATA: folder,
    KASSA_CONFIG: await writeBrand(folder, pagesUrl),
    KASSA_CATALOG: catalog === 'counted' ? await writeCatalog(folder, offers) : '',
  };
  // The server joins the database that runs on its folder. The benchmark owns it, so that it is
  // ended even if the server is stopped too early in its start.
  await own(
    () => startEmbeddedPostgres(path.join(folder, 'postgres')),
    ({ stop }) => stop(),
  );
  await own(
    () =>
      startProcess({
        script: 'scripts/start.ts',
        environment,
        readyUrl: demoUrl,
      }),
    endProcess,
  );
  const signedIn: HostPages['offers'] = [];
  for (const offer of offers) signedIn.push({ ...offer, token: await fetchToken(demoUrl, offer) });
  await own(() => startHostPages({ port, serverUrl, offers: signedIn }), closeHostPages);
  return { serverUrl, demoUrl, pagesUrl };
}

async function fetchToken(demoUrl: string, { currency, country }: Offer): Promise<string> {
  const response = await fetch(`${demoUrl}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: demoUrl },
    body: JSON.stringify({ playerId: `bench-${country}`, currency, country }),
  });
  return z.object({ token: z.string() }).parse(await response.json()).token;
}
