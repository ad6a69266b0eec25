import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { CallError, type ErrorBody, type ErrorCode } from '@kassa/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The longest path parameter: an operator's id of a player, URL-encoded. */
const longestName = 2000;

/**
 * Answers requests that no route ever sees: their URL can't be decoded, or their headers are too
 * large or not HTTP. Uses the usual error shape and the headers of every response, without
 * repeating any of the request.
 */
export const answerUnreadable = (headers: Readonly<Record<string, string>>) => ({
  routerOptions: { maxParamLength: longestName },
  frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    const { status, body } = refuse('request.malformed', request.id);
    reply.status(status).header('cache-control', 'no-store').send(body);
  },
  clientErrorHandler: (error: Error & { code?: string }, socket: Socket): void => {
    // The client is gone, or a response has already begun.
    if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
      socket.destroy();
      return;
    }
    const status = statuses[error.code ?? ''] ?? 400;
    const { body } = refuse(status === 431 ? 'request.tooLarge' : 'request.malformed');
    const text = JSON.stringify(body);
    endWith(socket, status, text, {
      'content-type': 'application/json; charset=utf-8',
      ...headers,
    });
  },
});

/** Writes a response to a connection that no other response is written to, and ends it. */
export function endWith(
  socket: Duplex,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>>,
): void {
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `content-length: ${Buffer.byteLength(text)}`,
    'connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
}

const statuses: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

function refuse(code: ErrorCode, reference?: string): { status: number; body: ErrorBody } {
  const { status, message } = new CallError(code, 'The request could not be read.');
  return { status, body: { error: { code, message, reference } } };
}
