import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect as connectTo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type Brands, loadBrands } from '../brands/load-brands.ts';
import type { Core } from '../core/core.ts';
import { connect } from '../ground/database/connect.ts';
import { deleteExpired } from '../operator/data-protection/retention-rules.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { writeTestFiles } from '../testing/test-files.ts';
import { writeBuild } from '../testing/write-build.ts';
import { buildApp } from './app.ts';
import { registerFailureAnswers } from './http-calls.ts';
import { registerWidgetFiles } from './widget-files.ts';

const dayMs = 24 * 3600_000;

let folder: string;
let brands: Brands;
let databaseUrl: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kassa-widget-'));
  const { configFolder } = await writeTestFiles(folder, {
    sandbox: {
      apiUrl: 'http://localhost:9',
      apiKey: 'a'.repeat(32),
      webhookSecret: 'w'.repeat(32),
    },
    secrets: { kassa: 'a secret for tests, long enough for HS256' },
  });
  brands = await loadBrands(configFolder, {});
  databaseUrl = await createTestDatabase();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Process {
  app: FastifyInstance;
  /** The folder of its build. */
  widget: string;
  log: { error: ReturnType<typeof vi.fn>; warn: ReturnType<typeof vi.fn> };
  get: (file: string, headers?: Record<string, string>) => ReturnType<typeof request>;
}

const request = (app: FastifyInstance, file: string, headers: Record<string, string> = {}) =>
  app.inject({ url: `/kassa/${file}`, headers });

/** Starts the files' part of a process of a release, in the build's own folder. */
async function startProcess(
  release: string,
  {
    now = () => new Date(),
    url = databaseUrl,
    other = {},
  }: {
    now?: () => Date;
    url?: string;
    /** Further files of the build. */
    other?: Record<string, string>;
  } = {},
): Promise<Process> {
  const widget = await mkdtemp(path.join(folder, `${release}-`));
  await writeBuild(widget, release, other);
  const app = buildApp({
    logLevel: 'silent',
    publicUrl: 'http://localhost',
    isTrustedProxy: () => false,
  });
  const db = connect(url, { poolSize: 2, mostWaitMs: 60_000 });
  const log = { error: vi.fn(), warn: vi.fn() };
  const catalogOf = () => ({});
  const publicUrl = 'https://pay.example';
  const core = { db, brands, catalogOf, now, log, publicUrl } as unknown as Core;
  registerFailureAnswers(app, { log: app.log });
  await registerWidgetFiles(app, core, { widget, catalog: folder });
  onTestFinished(async () => {
    await app.close();
    await db.destroy();
  });
  return { app, widget, log, get: (file, headers) => request(app, file, headers) };
}

const fileOf = (release: string) => `assets/first.${release}000.js`;

test('each process serves the files of both releases, with the same headers', async () => {
  const old = await startProcess('befor');
  const next = await startProcess('after');
  for (const { get } of [old, next]) {
    for (const release of ['befor', 'after']) {
      const file = await get(fileOf(release));
      expect(file.statusCode).toBe(200);
      expect(file.body).toContain(`release = '${release}'`);
      expect(file.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'application/javascript; charset=utf-8',
        'content-length': String(file.rawPayload.length),
        vary: 'accept-encoding',
      });
      const locale = await get(`locales/en.${release}000.json`);
      expect(locale.json()).toEqual({ release });
      expect(locale.headers['content-type']).toBe('application/json; charset=utf-8');
    }
  }
});

test.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['br;q=0, gzip', 'gzip', gunzipSync],
  ['gzip', 'gzip', gunzipSync],
  ['identity', undefined, (body: Buffer) => body],
])(
  'a client that accepts %s gets the encoding %s, of any release',
  async (accepted, encoding, decode) => {
    await startProcess('befor');
    const { get } = await startProcess('after');
    for (const release of ['befor', 'after']) {
      const headers = { 'accept-encoding': accepted };
      const file = await get(fileOf(release), headers);
      expect(file.headers['content-encoding']).toBe(encoding);
      expect(decode(file.rawPayload).toString()).toContain(`release = '${release}'`);
      const { etag = '' } = file.headers;
      const again = await get(fileOf(release), { ...headers, 'if-none-match': String(etag) });
      expect([again.statusCode, again.body]).toEqual([304, '']);
      const otherForm = await get(fileOf(release), { 'if-none-match': String(etag) });
      expect(otherForm.statusCode).toBe(encoding === undefined ? 304 : 200);
    }
  },
);

test('a build may replace the folder of a running process: page and scripts still fit', async () => {
  const { get, widget } = await startProcess('befor');
  const page = await get('');
  const named = [...page.body.matchAll(/\.\/(assets\/[^"]+)/g)].map(([, file = '']) => file);
  expect(named).toEqual([fileOf('befor'), 'assets/first.befor000.css']);
  await rm(widget, { recursive: true });
  for (const file of [...named, 'assets/lazy.befor000.js']) {
    expect((await get(file)).statusCode).toBe(200);
  }
  await mkdir(widget);
  await writeBuild(widget, 'after');
  expect((await get('')).body).toBe(page.body);
  for (const file of named) expect((await get(file)).statusCode).toBe(200);
});

test('a file is kept for 7 days after the last process that named it', async () => {
  const at = (days: number) => () => new Date(Date.now() + days * dayMs);
  const db = connect(databaseUrl, { poolSize: 1 });
  onTestFinished(() => db.destroy());
  await startProcess('older');
  // The same build starts again two days later; its files are stored already.
  await startProcess('older', { now: at(2) });
  await deleteExpired({ db, now: at(8.9) });
  const { get } = await startProcess('newer', { now: at(8.9) });
  expect((await get(fileOf('older'))).statusCode).toBe(200);
  await deleteExpired({ db, now: at(9.1) });
  const fresh = await startProcess('newer', { now: at(9.1) });
  expect((await fresh.get(fileOf('older'))).statusCode).toBe(404);
  expect((await fresh.get(fileOf('newer'))).statusCode).toBe(200);
});

test('a running process names its files every hour', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const db = connect(databaseUrl, { poolSize: 1 });
  onTestFinished(() => db.destroy());
  let days = 0;
  const now = () => new Date(Date.now() + days * dayMs);
  await startProcess('hours', { now });
  days = 30;
  // Nothing but the process's own memory has the files now.
  await db.deleteFrom('widget_files').execute();
  vi.advanceTimersByTime(3600_000);
  const find = () =>
    db
      .selectFrom('widget_files')
      .select('path')
      .where('expires_at', '>', new Date(Date.now() + 36 * dayMs))
      .execute();
  await expect.poll(async () => (await find()).map(({ path }) => path)).toContain(fileOf('hours'));
});

test('without the database a process serves its own files, and those that it has served before', async () => {
  await startProcess('befor');
  const { url, cut } = await openWay(databaseUrl);
  const { get } = await startProcess('after', { url });
  await get(fileOf('befor'));
  cut();
  expect((await get('')).statusCode).toBe(200);
  for (const release of ['befor', 'after']) {
    expect((await get(fileOf(release))).statusCode).toBe(200);
  }
  const other = await get('assets/lazy.befor000.js');
  expect([other.statusCode, other.json().error.code]).toEqual([503, 'server.unavailable']);
});

test('an unknown file is a 404 that no cache keeps; many of them need one query at a time', async () => {
  const { get } = await startProcess('after');
  const names = Array.from({ length: 200 }, (_, index) => `assets/lazy.none${index}.js`);
  const answers = await Promise.all(
    [...names, 'assets/..%2findex.html', 'assets/a/b.js'].map((it) => get(it)),
  );
  for (const { statusCode, headers } of answers) {
    expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store']);
  }
});

test('a file of the same name and another content is not replaced, and is logged', async () => {
  const shared = { 'assets/shared.same0000.js': 'export const shared = 1' };
  const first = await startProcess('befor', { other: shared });
  const changed = { 'assets/shared.same0000.js': 'export const shared = 2' };
  const second = await startProcess('after', { other: changed });
  const third = await startProcess('newer');
  expect((await third.get('assets/shared.same0000.js')).body).toBe('export const shared = 1');
  expect(first.log.error).not.toHaveBeenCalled();
  expect(second.log.error).toHaveBeenCalledExactlyOnceWith(
    { path: 'assets/shared.same0000.js' },
    'two builds of the widget have different files of the same name',
  );
});

test('a build that lacks a file of its page is refused', async () => {
  const widget = await mkdtemp(path.join(folder, 'torn-'));
  await writeBuild(widget, 'torns');
  await rm(path.join(widget, fileOf('torns')));
  const app = buildApp({
    logLevel: 'silent',
    publicUrl: 'http://localhost',
    isTrustedProxy: () => false,
  });
  const registered = registerWidgetFiles(app, {} as Core, { widget, catalog: folder });
  await expect(registered).rejects.toThrow(`not complete: ${fileOf('torns')} is missing`);
});

/** Starts a way to the database that a test can cut. */
async function openWay(databaseUrl: string): Promise<{ url: string; cut: () => void }> {
  const url = new URL(databaseUrl);
  const target = { host: url.hostname, port: Number(url.port) };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const onward = connectTo(target);
    for (const end of [socket, onward]) sockets.add(end.on('error', () => {}));
    socket.pipe(onward).pipe(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    cut: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
