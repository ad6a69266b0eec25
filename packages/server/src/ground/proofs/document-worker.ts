import { parentPort, workerData } from 'node:worker_threads';
import { rewritePages } from './rewrite-pages.ts';

/*
 * The thread of `rewriteDocument`. It posts `{content}` or `{fault}` and nothing else.
 */

parentPort?.postMessage(await rewritePages(workerData));
