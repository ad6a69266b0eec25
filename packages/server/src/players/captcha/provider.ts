/** What is to be said of a captcha solution. Only `solved` lets anyone through. */
export type CaptchaVerdict =
  | {
      kind: 'solved';
      /** What makes the solution one of a kind: none of these may have been seen before. */
      marks: string[];
      /** From when on the solution wouldn't pass by itself. */
      expiresAt: Date;
    }
  /** Not there, wrong, expired, someone else's. */
  | { kind: 'refused'; reason: string }
  /** Nobody could say: no answer, or none that can be read. */
  | { kind: 'undecided'; reason: string };

export type ProviderAnswer = { kind: 'answer'; body: unknown } | { kind: 'none'; reason: string };

/** Posts a form to a captcha provider and reads its JSON. Whatever goes wrong is no answer. */
export async function askProvider(
  url: string,
  form: Record<string, string>,
  timeoutMs: number,
): Promise<ProviderAnswer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) return { kind: 'none', reason: `the provider says ${response.status}` };
    return { kind: 'answer', body: await response.json() };
  } catch (error) {
    // The name alone: messages of fetch may quote what was sent.
    const reason = error instanceof Error ? error.name : 'unknown';
    return { kind: 'none', reason: `the provider can't be asked (${reason})` };
  }
}
