import { parentPort, workerData } from 'node:worker_threads';
import { rewritePages } from './rewrite-pages.ts';

/*
 * The thread of `rewriteDocument`. It posts `started` once its code is loaded, then `{content}` or
 * `{fault}`, and nothing else.
 */

parentPort?.postMessage('started');
parentPort?.postMessage(await rewritePages(workerData));
