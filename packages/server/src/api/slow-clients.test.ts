import { connect, type Socket, type TcpNetConnectOpts } from 'node:net';
import { socketPath } from '@kassa/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/** Only a client that is slow on purpose exceeds these. */
const timeouts = {
  requestMs: 1_500,
  uploadMs: 30_000,
  uploadIdleMs: 20_000,
  headersMs: 1_000,
  unreadMs: 1_000,
  operatorUnreadMs: 60_000,
  slowCheckMs: 200,
  signInMs: 1_000,
};

let server: TestServer;

beforeAll(async () => {
  // A tenth of the documented limits; all tests come from 127.0.0.1 unless they say otherwise.
  const settings = { HOST: '127.0.0.1', RATE_LIMIT_SCALE: '0.1' };
  server = await startTestServer(settings, { timeouts });
});

afterAll(() => server.stop());

/**
 * Sends the beginning of a request and then a byte every 50 ms, until the server closes the
 * connection. Returns the server's response.
 */
function dribble(beginning: string, byte: string, address = server.url): Promise<string> {
  const { port, hostname } = new URL(address);
  return new Promise((resolve) => {
    let said = '';
    const socket = connect(Number(port), hostname);
    // What is written before the connection stands keeps its order.
    socket.write(beginning);
    const timer = setInterval(() => socket.write(byte), 50);
    socket.on('data', (chunk) => {
      said += chunk.toString();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(timer);
      resolve(said);
    });
  });
}

const line = 'POST /api/banking/deposit-create HTTP/1.1\r\nHost: kassa\r\n';

// Concurrent, since each test takes as long as the server's timeout.
describe.concurrent('a client that is slow on purpose is disconnected', () => {
  test('if its headers arrive byte by byte', async () => {
    expect(await dribble(`${line}X-Slow: `, 'x')).toContain('408');
  });

  test('if its body arrives byte by byte', async () => {
    const headers = 'Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n';
    expect(await dribble(`${line}${headers}{"a":"`, 'x')).toContain('408');
  });

  test.each([
    ['of a claim', 'POST /api/banking/deposit-claim'],
    ['of an operator', 'POST /operator/v1/reconciliation/settlements'],
  ])('if the body %s arrives byte by byte after its refusal', async (_whose, request) => {
    const address = request.includes('/operator/') ? server.operatorUrl : server.url;
    const type = request.includes('/operator/') ? 'text/csv' : 'application/json';
    const headers = `Content-Type: ${type}\r\nContent-Length: 5000\r\n\r\n`;
    const said = await dribble(`${request} HTTP/1.1\r\nHost: kassa\r\n${headers}`, 'x', address);
    expect(said).toContain('401');
  });

  test('if it opens a socket and never signs in', async () => {
    const address = server.url.replace('http', 'ws');
    const socket = new WebSocket(`${address}${socketPath}/?EIO=4&transport=websocket`);
    await new Promise<void>((resolve) => {
      socket.onclose = () => resolve();
    });
  });

  test('if it sends nothing', async () => {
    expect(await dribble('', '')).toContain('408');
  });

  test('if it pipelines requests', async () => {
    const socket = open().resume();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write('GET /kassa/deposit HTTP/1.1\r\nHost: kassa\r\n\r\n'.repeat(100));
    await closed;
  });
});

test('a file may take longer than another request', async () => {
  const { port, hostname } = new URL(server.url);
  // Made before the server begins to wait for the headers.
  const token = await server.token();
  const body = JSON.stringify({ depositId: 'none', proof: 'JVBERi0=' });
  const socket = connect(Number(port), hostname);
  let said = '';
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.on('data', (chunk) => {
    said += chunk.toString();
  });
  socket.write(
    'POST /api/banking/deposit-claim HTTP/1.1\r\nHost: kassa\r\nConnection: close\r\n' +
      `Authorization: Bearer ${token}\r\nIdempotency-Key: slow\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 20)}`,
  );
  // Another request has no more time by then.
  const headers = 'Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n';
  expect(await dribble(`${line}${headers}{"a":"`, 'x')).toContain('408');
  socket.write(body.slice(20));
  await closed;
  expect(said).toContain('deposit.notFound');
});

test('an operator may read an answer slowly', async () => {
  // Together these answers are larger than the kernel's buffers.
  const large = '/api/docs/static/swagger-ui-bundle.js';
  const answer = await fetch(`${server.operatorUrl}${large}`);
  const { byteLength } = await answer.arrayBuffer();
  const { port } = new URL(server.operatorUrl);
  const reader = connect(Number(port), '127.0.0.1').pause();
  reader.write(`GET ${large} HTTP/1.1\r\nHost: kassa\r\n\r\n`.repeat(4));
  // On the players' listener a client may pause for half as long.
  for (let count = 0; count < 2; count += 1) await dribble('', '');
  let bytes = 0;
  for await (const chunk of reader) {
    bytes += (chunk as Buffer).length;
    if (bytes > 4 * byteLength) break;
  }
  expect(bytes).toBeGreaterThan(4 * byteLength);
});

test('an address may open 2000 connections in 10 s; the others are not affected', async () => {
  // The server's limits are a tenth.
  const localAddress = '127.0.0.2';
  let opened = 0;
  for (; await isAnswered(open({ localAddress })); opened += 1) expect(opened).toBeLessThan(2000);
  expect(opened).toBeGreaterThanOrEqual(200);
  expect(await isAnswered(open())).toBe(true);
});

function open(options: Partial<TcpNetConnectOpts> = {}): Socket {
  const { port } = new URL(server.url);
  return connect({ host: '127.0.0.1', port: Number(port), ...options });
}

/** Asks for the server's health and closes the connection; false if the server closes it before. */
async function isAnswered(socket: Socket): Promise<boolean> {
  const answered = new Promise<boolean>((resolve) => {
    socket.on('data', () => resolve(true));
    socket.on('error', () => {});
    socket.on('close', () => resolve(false));
  });
  socket.write('GET /healthz HTTP/1.1\r\nHost: kassa\r\n\r\n');
  const isOpen = await answered;
  socket.destroy();
  return isOpen;
}
