import { exitWith } from './exit-codes.ts';
import { rewritePages } from './rewrite-pages.ts';

/* The process of `rewriteDocument`. Its answer is the document written anew. */

process.stdout.write('.');
const rewritten = await rewritePages(Buffer.concat(await process.stdin.toArray()));
if ('fault' in rewritten) exitWith(rewritten.fault);
else process.stdout.write(rewritten.content);
