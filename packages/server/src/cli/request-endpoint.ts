import { contentTypeOf } from '../operator/define-endpoint.ts';
import { endpoints } from '../operator/dispatch/endpoints.ts';

/** The origin of the operator API and the key. */
export interface Access {
  /** The server's origin. */
  url: string;
  key: string;
}

/** Longer than the server waits for a provider; exports have no timeout. */
const answerMs = 60_000;

/**
 * Sends a request with fields to an endpoint: those in its path, and the rest in the query of a GET
 * or the body of a POST. If one of them is a file, it is the body, and the rest is the query.
 * @throws what `fetch` throws if the server can't be reached or doesn't respond in time.
 */
export async function requestEndpoint(
  access: Access,
  name: string,
  fields: Record<string, unknown>,
  idempotencyKey: string,
): Promise<Response> {
  const endpoint = endpoints.get(name);
  if (endpoint === undefined) throw new Error(`There is no endpoint ${name}`);
  const rest = { ...fields };
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    delete rest[field];
    return encodeURIComponent(String(fields[field]));
  });
  const url = new URL(`${access.url}/operator/v1${path}`);
  const { file } = endpoint;
  const isGet = endpoint.method === 'GET';
  const content = file === undefined ? undefined : rest[file.field];
  if (file !== undefined) delete rest[file.field];
  if (isGet || file !== undefined) {
    for (const [field, value] of Object.entries(rest)) {
      for (const item of Array.isArray(value) ? value : [value]) {
        if (item !== undefined) url.searchParams.append(field, String(item));
      }
    }
  }
  const type = file === undefined ? 'application/json' : contentTypeOf(file);
  const encoding = file?.isBinary === true ? 'base64' : 'utf8';
  const body =
    file === undefined ? JSON.stringify(rest) : Buffer.from(String(content ?? ''), encoding);
  return fetch(url, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${access.key}`,
      ...(isGet ? {} : { 'content-type': type }),
      ...(endpoint.kind === 'act' ? { 'idempotency-key': idempotencyKey } : {}),
    },
    body: isGet ? undefined : body,
    signal: endpoint.kind === 'export' ? undefined : AbortSignal.timeout(answerMs),
  });
}
