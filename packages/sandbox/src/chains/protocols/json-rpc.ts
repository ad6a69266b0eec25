import * as z from 'zod/mini';

/** The answer of one function: a result, or an error of the protocol. */
export type RpcAnswer = { result: unknown } | { error: { code: number; message: string } };

/** Answers one function of a simulated node. */
export type AnswerCall = (
  method: string,
  params: readonly unknown[],
) => RpcAnswer | Promise<RpcAnswer>;

const callSchema = z.object({
  id: z.optional(z.unknown()),
  method: z.string(),
  params: z._default(z.array(z.unknown()), []),
});

export function refuse(code: number, message: string): RpcAnswer {
  return { error: { code, message } };
}

/** Answers a request of JSON-RPC: one call, or several in a list. */
export async function answerJsonRpc(body: unknown, answer: AnswerCall): Promise<unknown> {
  if (Array.isArray(body)) return Promise.all(body.map((call) => answerOne(call, answer)));
  return answerOne(body, answer);
}

async function answerOne(body: unknown, answer: AnswerCall) {
  const call = callSchema.safeParse(body).data;
  if (call === undefined) {
    return { jsonrpc: '2.0', id: null, ...refuse(-32_600, 'Invalid Request') };
  }
  const answered = await answer(call.method, call.params);
  return { jsonrpc: '2.0', id: call.id ?? null, ...answered };
}

/** Whether a single call was refused. */
export function isRefusal(response: unknown): boolean {
  return typeof response === 'object' && response !== null && 'error' in response;
}
