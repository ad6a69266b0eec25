import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Core } from '../core/core.ts';
import { chooseForm } from './encoded-forms.ts';
import { hashedFolders, type WidgetFile, type WidgetFiles } from './widget-build.ts';
import { buildFindFile, storeFiles } from './widget-file-store.ts';

/** The pause in ms after which a process names its files again. */
const nameAgainMs = 3600_000;

/** Names of the build's files; other names are not looked up in the database. */
const fileName = /^[\w.-]{1,100}$/;

const immutable = `public, max-age=${365 * 24 * 3600}, immutable`;

interface OfBrand {
  Params: { product: string; '*': string };
}

/**
 * Serves the widget's hashed files under `/<product>/` of every brand: those of this process's
 * build from memory, those of other releases from the database. Stores its own there before it
 * resolves, and every hour as long as the server runs.
 * @throws if the files can't be stored.
 */
export async function registerHashedFiles(
  app: FastifyInstance,
  core: Pick<Core, 'db' | 'brands' | 'log' | 'now'>,
  own: WidgetFiles,
): Promise<void> {
  const find = buildFindFile(core.db);
  for (const folder of hashedFolders) {
    app.get<OfBrand>(`/:product/${folder}/*`, async (request, reply) => {
      const { product, '*': name } = request.params;
      if (!core.brands.has(product)) return reply.callNotFound();
      const path = `${folder}/${name}`;
      const file = own.get(path) ?? (fileName.test(name) ? await find(path) : null);
      if (file !== null) return sendFile(request, reply, file);
      // A process of the next release may store it at any moment.
      return reply.header('cache-control', 'no-store').callNotFound();
    });
  }
  await storeFiles(core, own);
  const naming = setInterval(() => {
    storeFiles(core, own).catch((error: unknown) =>
      core.log.warn({ error }, "the widget's files could not be stored; in an hour they will be"),
    );
  }, nameAgainMs);
  app.addHook('onClose', async () => clearInterval(naming));
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: WidgetFile) {
  const { body, encoding } = chooseForm(file, request.headers['accept-encoding']);
  const etag = `"${file.digest}${encoding === null ? '' : `-${encoding}`}"`;
  reply.headers({ 'cache-control': immutable, etag, vary: 'accept-encoding' });
  if (request.headers['if-none-match']?.includes(etag)) return reply.status(304).send();
  if (encoding !== null) reply.header('content-encoding', encoding);
  return reply.type(file.contentType).send(body);
}
