import * as z from 'zod/mini';
import type { ConnectorError } from '../../connector-outcome.ts';
import { parseJson } from '../../exact-numbers.ts';
import { explainStatus, type ProviderAnswer } from '../../send-request.ts';
import { toDeclineReason } from './decline-reasons.ts';
import { declineReasonWordSchema } from './schemas.ts';

/** The result of a request to the provider. */
export type Answer<T> =
  /** A success whose JSON has the manual's format. */
  | { kind: 'ok'; value: T }
  /**
   * An error response of the provider, and its usual meaning; a request may give it another
   * meaning.
   */
  | { kind: 'refused'; status: number; code: string; error: ConnectorError }
  | ConnectorError;

const refusalSchema = z.object({
  error: z.object({
    // The code is logged: the pattern accepts codes of the manual, but no echoed account number.
    code: z.string().check(z.regex(/^[a-zA-Z.]{1,64}$/)),
    message: z.string(),
    reason: declineReasonWordSchema,
  }),
});

const longestMessage = 500;

/** Reads a response; the body of a success must match `schema`. */
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
  return { kind: 'refused', status, code: told.code, error: explainError(answer, told) };
}

/** The provider's own errors have a code; another server's error page means a wrong URL. */
function explainError(
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

/** Converts an unsuccessful result to the port's error. */
export function toError(answer: Exclude<Answer<unknown>, { kind: 'ok' }>): ConnectorError {
  return answer.kind === 'refused' ? answer.error : answer;
}
