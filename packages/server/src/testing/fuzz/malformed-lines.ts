import { connect } from 'node:net';
import { hangMs, type RawAnswer } from './raw-request.ts';

const head = (line: string, ...headers: string[]) =>
  [line, 'Host: localhost', ...headers, '', ''].join('\r\n');

/** Bytes that reach a port on the open internet and are no HTTP request, or a malformed one. */
export const malformedLines: readonly (string | Buffer)[] = [
  '\r\n\r\n\r\n',
  'GET /\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  head('GET / HTTP/9.9'),
  head('get / HTTP/1.1'),
  head('FOO / HTTP/1.1'),
  head('GET  /  HTTP/1.1'),
  head('GET /a b HTTP/1.1'),
  head('GET /\u00e4 HTTP/1.1'),
  head('GET /\u0000 HTTP/1.1'),
  head('GET * HTTP/1.1'),
  head('OPTIONS * HTTP/1.1', 'Connection: close'),
  head('CONNECT localhost:443 HTTP/1.1'),
  head('GET http://evil.example/api/banking/user-get HTTP/1.1', 'Connection: close'),
  head(`GET /${'a'.repeat(30_000)} HTTP/1.1`),
  head('GET / HTTP/1.1', 'no colon'),
  head('GET / HTTP/1.1', ': no name'),
  head('GET / HTTP/1.1', 'x: a\u0000b'),
  head('GET / HTTP/1.1', 'x: a\rb'),
  head('GET / HTTP/1.1', `x: ${'a'.repeat(100_000)}`),
  head('GET / HTTP/1.1', ...Array.from({ length: 5000 }, (_, at) => `x-${at}: a`)),
  head('GET / HTTP/1.1', 'Host: another'),
  head('POST /api/banking/events HTTP/1.1', 'Content-Length: -1'),
  head('POST /api/banking/events HTTP/1.1', 'Content-Length: 1, 2'),
  head('POST /api/banking/events HTTP/1.1', 'Content-Length: 99999999999999999999'),
  head('POST /api/banking/events HTTP/1.1', 'Content-Length: 4', 'Transfer-Encoding: chunked'),
  `${head('POST /api/banking/events HTTP/1.1', 'Transfer-Encoding: chunked')}zz\r\n`,
  `${head('POST /kassa/rum HTTP/1.1', 'Transfer-Encoding: chunked, chunked')}0\r\n\r\n`,
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  Buffer.from('16030100a5010000a10303', 'hex'),
  Buffer.from([0, 1, 2, 3, 255, 254, 253, 13, 10, 13, 10]),
  'SSH-2.0-OpenSSH_9.6\r\n',
  'EHLO localhost\r\n',
  '{"jsonrpc":"2.0","method":"eth_accounts"}\r\n\r\n',
];

/** Sends raw bytes. Returns null if the connection ends without a response. */
export function sendBytes(origin: string, bytes: string | Buffer): Promise<RawAnswer | null> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const end = (answer: RawAnswer | null) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(hangMs, () => {
      socket.destroy();
      reject(new Error(`no response within ${hangMs} ms`));
    });
    socket.on('data', (chunk: Buffer) => {
      const [top = '', body = ''] = chunk.toString('latin1').split('\r\n\r\n', 2);
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(top)?.[1]);
      // A chunked response with an empty body has the chunk length 0.
      end({ status, headers: {}, body: body === '0' ? '' : body });
    });
    socket.on('error', () => end(null));
    socket.on('close', () => end(null));
    socket.end(bytes);
  });
}
