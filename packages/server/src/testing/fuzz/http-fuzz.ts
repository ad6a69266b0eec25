import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { hostileText, writeJson } from './hostile-values.ts';
import { type RawRequest, writeHeader, writePath } from './raw-request.ts';

/** The content of a request, before it is written as HTTP. */
export interface Ask {
  method: 'GET' | 'POST';
  path: string;
  fields: unknown;
}

/** How a request is written as HTTP; mostly as it should be. */
interface Writing {
  method: string | null;
  contentType: string | null;
  charset: 'utf8' | 'utf16le' | 'latin1';
  body: 'as is' | 'none' | 'truncated' | 'twice' | 'gzip' | 'bytes' | 'form' | 'padded';
  key: string | null;
  authorization: string | null;
  headers: readonly [string, string][];
  query: string;
  suffix: string;
}

const likely = <Value>(usual: Value, other: fc.Arbitrary<Value>, weight = 9): fc.Arbitrary<Value> =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });

const unusualHeader: fc.Arbitrary<[string, string]> = fc.oneof(
  fc.constantFrom<[string, string][]>(
    ['x-forwarded-for', '1.2.3.4, nonsense, ::1'],
    ['x-forwarded-for', ','.repeat(500)],
    ['x-forwarded-host', 'evil.example'],
    ['content-encoding', 'gzip'],
    ['transfer-encoding', 'nonsense'],
    ['expect', 'nonsense'],
    ['accept-encoding', 'gzip;q=0, *;q=NaN'],
    ['accept', 'application/xml'],
    ['range', 'bytes=0-,-1,99999999999999999999-'],
    ['if-none-match', '*'],
    ['if-modified-since', 'yesterday'],
    ['upgrade', 'websocket'],
    ['cookie', '__proto__=1; ; ='],
    ['origin', 'null'],
    ['x-http-method-override', 'DELETE'],
    ['idempotency-key', 'another'],
    ['authorization', 'Bearer another'],
    ['x-long', 'x'.repeat(12_000)],
    ['x-longer', 'x'.repeat(40_000)],
  ) as unknown as fc.Arbitrary<[string, string]>,
  fc.tuple(fc.constantFrom('platformVersion', 'isNative', 'x-any'), hostileText.map(writeHeader)),
);

const writing = (authorizations: (string | null)[]): fc.Arbitrary<Writing> =>
  fc.record({
    method: likely(
      null,
      fc.constantFrom(
        'GET',
        'POST',
        'PUT',
        'PATCH',
        'DELETE',
        'HEAD',
        'OPTIONS',
        'TRACE',
        'PROPFIND',
        'QUERY',
      ),
    ),
    contentType: likely<string | null>(
      'application/json',
      fc.constantFrom(
        null,
        '',
        ';',
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/json; charset=utf-16',
        'application/json; charset="',
        'APPLICATION/JSON',
        'application/vnd.api+json',
        'application/json, text/plain',
      ),
    ),
    charset: likely('utf8' as const, fc.constantFrom('utf16le', 'latin1'), 19),
    body: likely(
      'as is' as const,
      fc.constantFrom('none', 'truncated', 'twice', 'gzip', 'bytes', 'form', 'padded'),
    ),
    key: fc.oneof(
      { weight: 8, arbitrary: fc.uuid() },
      { weight: 1, arbitrary: fc.constantFrom('shared', '', ' ', 'x'.repeat(129), 'ä', 'a b') },
      { weight: 1, arbitrary: hostileText.map(writeHeader) },
      { weight: 1, arbitrary: fc.constant(null) },
    ),
    authorization: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...authorizations) },
      {
        weight: 1,
        arbitrary: fc.oneof(
          fc.constantFrom(
            null,
            '',
            'Bearer',
            'Bearer ',
            'Basic YTpi',
            'bearer a.b.c',
            'Bearer a b',
          ),
          hostileText.map((text) => `Bearer ${writeHeader(text)}`),
          fc
            .tuple(fc.constantFrom(...authorizations), fc.nat())
            .map(([text, at]) => flip(text, at)),
        ),
      },
    ),
    headers: likely<[string, string][]>(
      [],
      fc.array(unusualHeader, { minLength: 1, maxLength: 3 }),
      5,
    ),
    query: likely(
      '',
      fc.oneof(
        fc.constantFrom(
          'a=1&a=2',
          '%',
          '%zz=%',
          '__proto__=1',
          'a[b][c]=1',
          '&&&===',
          '?',
          '#',
          `a=${'x'.repeat(9000)}`,
          'depositId=a&depositId=b',
        ),
        hostileText,
      ),
    ),
    suffix: likely(
      '',
      fc.constantFrom('/', '//', '/..', '%00', '%zz', '%2e%2e', ';a=b', '.json', '/__proto__'),
      19,
    ),
  });

/** Replaces one character of a token. */
function flip(text: string | null, at: number): string {
  const place = at % Math.max(text?.length ?? 0, 1);
  return `${text?.slice(0, place)}A${text?.slice(place + 1)}`;
}

/**
 * Builds a request whose path parameters are taken from the fields; `text` replaces missing ones.
 */
export function splitPath(
  method: 'GET' | 'POST',
  pattern: string,
  fields: unknown,
  text: string,
): Ask {
  const rest: Record<string, unknown> =
    typeof fields === 'object' && fields !== null && !Array.isArray(fields) ? { ...fields } : {};
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const value = rest[field];
    delete rest[field];
    return encodeURIComponent((typeof value === 'string' ? value : text).toWellFormed());
  });
  return { method, path, fields: typeof fields === 'object' && fields !== null ? rest : fields };
}

/** Writes a request as regular HTTP, with an idempotency key of its own. */
export function writeUsual(ask: Ask, authorization: string): RawRequest {
  const usual = { method: null, contentType: 'application/json', charset: 'utf8' } as const;
  const bare = { body: 'as is', headers: [], query: '', suffix: '' } as const;
  return write(ask, { ...usual, ...bare, authorization, key: uuidv7() });
}

/**
 * Writes requests as HTTP with one of the authorizations, some of them in unusual or invalid ways.
 */
export function writeAsks(
  asks: fc.Arbitrary<Ask>,
  authorizations: (string | null)[],
): fc.Arbitrary<RawRequest> {
  return fc.tuple(asks, writing(authorizations)).map(([ask, how]) => write(ask, how));
}

function write(ask: Ask, how: Writing): RawRequest {
  const method = how.method ?? ask.method;
  const isInQuery = ask.method === 'GET';
  const query = [isInQuery ? writeQuery(ask.fields) : '', how.query].filter(Boolean).join('&');
  const path = `${ask.path}${how.suffix}${query && '?'}${query}`;
  const body = isInQuery && how.body === 'as is' ? null : writeBody(ask.fields, how);
  const headers: [string, string | null][] = [
    ['authorization', how.authorization],
    ['idempotency-key', how.key],
    ['content-type', body === null ? null : how.contentType],
    ['content-encoding', how.body === 'gzip' ? 'gzip' : null],
    ...how.headers,
  ];
  return {
    method,
    path: writePath(path),
    headers: headers.filter((header): header is [string, string] => header[1] !== null),
    body,
  };
}

function writeQuery(fields: unknown): string {
  if (typeof fields !== 'object' || fields === null)
    return encodeURIComponent(String(fields).toWellFormed());
  return Object.entries(fields)
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((item: unknown) => {
        const text = typeof item === 'string' ? item : (JSON.stringify(item) ?? '');
        return `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(text.toWellFormed())}`;
      }),
    )
    .join('&');
}

function writeBody(fields: unknown, { body, charset }: Writing): Buffer | null {
  const bytes = Buffer.from(writeJson(fields) ?? '', charset);
  switch (body) {
    case 'as is':
      return bytes;
    case 'none':
      return null;
    case 'truncated':
      return bytes.subarray(0, Math.floor(bytes.length / 2));
    case 'twice':
      return Buffer.concat([bytes, bytes]);
    case 'gzip':
      return gzipSync(bytes);
    case 'bytes':
      return Buffer.from([0xff, 0xfe, 0x00, 0xc0, 0x80, ...bytes]);
    case 'form':
      return Buffer.from(writeQuery(fields));
    case 'padded':
      return Buffer.concat([bytes, Buffer.alloc(70 * 1024, ' ')]);
  }
}
