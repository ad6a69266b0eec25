import { exitWith } from './exit-codes.ts';
import { rewritePages } from './rewrite-pages.ts';

/*
 * The process of `rewriteDocument`. Its answer is the document written anew. It loads little: loading
 * takes most of its time.
 */

process.stdout.write('.');
const rewritten = await rewritePages(
  Buffer.concat(await process.stdin.toArray()),
  Number(process.argv[2]),
);
if ('fault' in rewritten) exitWith(rewritten.fault);
else process.stdout.write(rewritten.content);
