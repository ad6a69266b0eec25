/** What a captcha has of the page that asks for it. */
export interface CaptchaStage {
  /** Where the provider's part may stand, in the page and empty. */
  place: HTMLElement;
  /** The player's language, BCP 47. */
  locale: string;
  isDark: boolean;
  /** The player leaves: rejects with its reason at once. */
  signal: AbortSignal;
  /** It is the player's turn, in `place`; `cancel` is their way out where that has none of its own. */
  onTurn(cancel: () => void): void;
}
