import Fastify from 'fastify';

interface Call {
  id: number;
  method: string;
  params: unknown[];
}

interface HttpAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** The result of a function, from its parameters. */
type Answer = (...params: never[]) => unknown;

/** Thrown by an {@link Answer}: the node's error. */
export class NodeRefusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** A node that answers as a test says. */
export interface NodeStandIn {
  readonly url: string;
  /** By the functions' names. */
  answers: Record<string, Answer>;
  /** Answers a whole request; undefined: as `answers` say. */
  respond: (calls: Call[]) => HttpAnswer | Promise<HttpAnswer> | undefined;
  /** All requests: their calls and the `authorization`. */
  requests: { methods: string[]; authorization: string | undefined }[];
  close: () => Promise<void>;
}

export async function startNodeStandIn(): Promise<NodeStandIn> {
  const app = Fastify({ forceCloseConnections: true });
  const node: Omit<NodeStandIn, 'url'> = {
    answers: {},
    respond: () => undefined,
    requests: [],
    close: () => app.close(),
  };
  app.post<{ Body: Call | Call[] }>('/*', async (request, reply) => {
    const { body } = request;
    const calls = Array.isArray(body) ? body : [body];
    const { authorization } = request.headers;
    node.requests.push({ methods: calls.map(({ method }) => method), authorization });
    const whole = await node.respond(calls);
    if (whole)
      return reply
        .code(whole.status)
        .headers(whole.headers ?? {})
        .send(whole.body);
    const responses = calls.map((call) => answerOne(node.answers, call));
    // The order of a batch's answers is free.
    return reply.send(Array.isArray(body) ? responses.reverse() : responses[0]);
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return Object.assign(node, { url: address });
}

function answerOne(answers: Record<string, Answer>, { id, method, params }: Call) {
  const answer = answers[method];
  try {
    if (!answer) throw new NodeRefusal(-32_601, 'the method does not exist');
    return { jsonrpc: '2.0', id, result: answer(...(params as never[])) };
  } catch (error) {
    if (!(error instanceof NodeRefusal)) throw error;
    return { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } };
  }
}
