import path from 'node:path';
import { startEmbeddedPostgres } from '@kassa/server';
import * as z from 'zod/mini';
import { findFreePort } from '../measuring/free-port.ts';
import { makeFolder, removeFolder } from '../measuring/own-folder.ts';
import { endProcess, startProcess } from '../measuring/own-process.ts';
import type { Own } from '../measuring/run-benchmark.ts';
import { closeBarePage, startBarePage } from './bare-page.ts';

export interface Stack {
  demoUrl: string;
  serverUrl: string;
  bareUrl: string;
}

/** All of Kassa as `npm start` runs it, on ports and a folder of its own, and the bare page beside it. */
export async function startStack(own: Own): Promise<Stack> {
  const folder = await own(makeFolder, removeFolder);
  const ports = {
    PORT: String(await findFreePort()),
    DEMO_PORT: String(await findFreePort()),
    SANDBOX_PORT: String(await findFreePort()),
  };
  const demoUrl = `http://localhost:${ports.DEMO_PORT}`;
  const serverUrl = `http://localhost:${ports.PORT}`;
  // The server joins the database that runs on its folder. Owned here, it is ended even where the
  // server is stopped too early in its start to do so.
  await own(
    () => startEmbeddedPostgres(path.join(folder, 'postgres')),
    ({ stop }) => stop(),
  );
  await own(
    () =>
      startProcess({
        script: 'scripts/start.ts',
        environment: { ...ports, KASSA_DATA: folder },
        readyUrl: `${serverUrl}/readyz`,
      }),
    endProcess,
  );
  const token = await fetchToken(demoUrl);
  const port = await findFreePort();
  await own(() => startBarePage({ port, serverUrl, token }), closeBarePage);
  return { demoUrl, serverUrl, bareUrl: `http://localhost:${port}` };
}

async function fetchToken(demoUrl: string): Promise<string> {
  const response = await fetch(`${demoUrl}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: demoUrl },
    body: JSON.stringify({ playerId: 'bench', currency: 'EUR', country: 'de' }),
  });
  return z.object({ token: z.string() }).parse(await response.json()).token;
}
