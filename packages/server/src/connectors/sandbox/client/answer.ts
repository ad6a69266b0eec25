import * as z from 'zod/mini';
import type { ConnectorError } from '../../connector.ts';
import { explainStatus, type ProviderAnswer, parseJson } from '../../send-request.ts';
import { toDeclineReason } from './decline-reasons.ts';
import { declineReasonWordSchema } from './words.ts';

/** What the provider's answer comes to. */
export type Answer<T> =
  /** A success whose JSON is what the manual says. */
  | { kind: 'ok'; value: T }
  /** A "no" of its own, and what it means unless the asked thing gives it another meaning. */
  | { kind: 'refused'; status: number; code: string; error: ConnectorError }
  | ConnectorError;

const refusalSchema = z.object({
  error: z.object({
    // It stands in our log: a word of the manual's fits, an echoed account number doesn't.
    code: z.string().check(z.regex(/^[a-zA-Z.]{1,64}$/)),
    message: z.string(),
    reason: declineReasonWordSchema,
  }),
});

const longestMessage = 500;

/** Reads an answer; the body of a success counts only if it is what `schema` says. */
export function readAnswer<Schema extends z.ZodMiniType>(
  answer: ProviderAnswer,
  schema: Schema,
): Answer<z.infer<Schema>> {
  const { status, text } = answer;
  const json = parseJson(text);
  if (status >= 200 && status < 300) {
    const parsed = schema.safeParse(json);
    if (parsed.success) return { kind: 'ok', value: parsed.data };
    return { kind: 'error', error: 'malformed', detail: `status ${status}, unreadable body` };
  }
  const refusal = refusalSchema.safeParse(json);
  const told = refusal.success ? refusal.data.error : { code: 'unreadable', message: '' };
  return { kind: 'refused', status, code: told.code, error: explainRefusal(answer, told) };
}

/** The manual's "no" has a code; another server's page means that our address is wrong. */
function explainRefusal(
  answer: ProviderAnswer,
  { code, message, reason }: { code: string; message: string; reason?: string | null | undefined },
): ConnectorError {
  const usual = explainStatus(answer, code);
  const { detail } = usual;
  if (answer.status === 422) {
    const words = message.slice(0, longestMessage) || null;
    return {
      kind: 'error',
      error: 'declined',
      detail,
      message: words,
      reason: toDeclineReason(reason),
    };
  }
  const isElsewhere = code === 'unreadable' || code === 'route.notFound';
  return usual.error === 'rejected' && isElsewhere
    ? { kind: 'error', error: 'misconfigured', detail }
    : usual;
}

/** What did not go well, as the port has it. */
export function toError(answer: Exclude<Answer<unknown>, { kind: 'ok' }>): ConnectorError {
  return answer.kind === 'refused' ? answer.error : answer;
}
