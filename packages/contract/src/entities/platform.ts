/** The player's platform, as sent by the host (§3 User). */
export const platforms = ['desktop', 'mobile', 'android', 'ios'] as const;

export type Platform = (typeof platforms)[number];
