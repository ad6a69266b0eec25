const longestExcerpt = 500;

/**
 * The beginning of what an operator's server answered, for the delivery log: on one line, without
 * what looks like a token, a signing secret, an e-mail address or an account's number.
 */
export function maskAnswer(text: string): string {
  return (
    text
      .slice(0, 4 * longestExcerpt)
      .replace(/eyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g, '[token]')
      .replace(/whsec_[A-Za-z0-9+/=]+/g, '[secret]')
      .replace(/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 [secret]')
      .replace(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '[e-mail]')
      .replace(/\b[A-Z]{2}\d{2}[A-Z0-9]{11,30}\b/g, '[number]')
      .replace(/\b\d(?:[ -]?\d){7,}\b/g, '[number]')
      // Control characters too: PostgreSQL's text can't hold all of them.
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .slice(0, longestExcerpt)
      .trim()
  );
}
