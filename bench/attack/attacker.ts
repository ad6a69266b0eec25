// The attacker: connections that pipeline GETs and read no response, and idle connections. It is a
// process of its own, because its memory and its event loop are not the server's.
import { connect, type Socket } from 'node:net';
import * as z from 'zod/mini';

const settings = z.object({ BENCH_PORT: z.string(), BENCH_PATHS: z.string() }).parse(process.env);
const paths = settings.BENCH_PATHS.split(' ');

/** Connections that pipeline at the same time, and the requests that each of them begins with. */
const pipelining = 200;
const requestsOfEach = 1000;
const idle = 20_000;
/** A closed connection is opened again, but only so many at the same time. */
const atOnce = 100;
const pauseMs = 100;

const open = { pipelining: new Set<Socket>(), idle: new Set<Socket>() };
let opened = 0;

setInterval(() => {
  // A client that reads nothing learns only by writing that its connection was closed.
  for (const socket of open.pipelining) socket.write(requestFor(0));
  let left = atOnce;
  while (left > 0 && open.pipelining.size < pipelining) {
    left -= 1;
    const requests = requestFor(opened).repeat(requestsOfEach);
    const socket = start(open.pipelining);
    socket.pause();
    socket.on('connect', () => socket.write(requests));
  }
  while (left > 0 && open.idle.size < idle) {
    left -= 1;
    start(open.idle).resume();
  }
}, pauseMs);

process.on('SIGTERM', () => process.exit(0));

function requestFor(index: number): string {
  return `GET ${paths[index % paths.length]} HTTP/1.1\r\nHost: kassa\r\n\r\n`;
}

function start(sockets: Set<Socket>): Socket {
  opened += 1;
  const socket = connect(Number(settings.BENCH_PORT), '127.0.0.1');
  sockets.add(socket);
  socket.on('error', () => {});
  socket.on('close', () => sockets.delete(socket));
  return socket;
}
