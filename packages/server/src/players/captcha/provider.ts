/** The result of verifying a captcha solution. Only `solved` passes. */
export type CaptchaResult =
  | {
      kind: 'solved';
      /** Marks that identify the solution: each must be unused. */
      marks: string[];
      /** After this time the solution is expired anyway, so its marks can be deleted. */
      expiresAt: Date;
    }
  /** Missing, wrong, expired, or another player's. */
  | { kind: 'refused'; reason: string }
  /** Not verified: no response of the provider, or a malformed one. */
  | { kind: 'undecided'; reason: string };

export type ProviderAnswer = { kind: 'answer'; body: unknown } | { kind: 'none'; reason: string };

/** Posts a form to a captcha provider and returns its JSON. Any error counts as no response. */
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
    if (!response.ok)
      return { kind: 'none', reason: `the provider responded with status ${response.status}` };
    return { kind: 'answer', body: await response.json() };
  } catch (error) {
    // Only the name: messages of fetch may quote the request.
    const reason = error instanceof Error ? error.name : 'unknown';
    return { kind: 'none', reason: `the request to the provider failed (${reason})` };
  }
}
