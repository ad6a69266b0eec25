/** The page's side of a captcha. */
export interface CaptchaStage {
  /** An empty element in the page for the provider's widget. */
  place: HTMLElement;
  /** The player's language, BCP 47. */
  locale: string;
  isDark: boolean;
  /** Aborted when the player leaves. The captcha then rejects at once with the signal's reason. */
  signal: AbortSignal;
  /**
   * Called when the player has to act in `place`. `cancel` is for captchas without a close button.
   */
  onTurn(cancel: () => void): void;
}
