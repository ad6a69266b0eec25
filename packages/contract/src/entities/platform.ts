/** What a player uses, as the host says (§3 User). */
export const platforms = ['desktop', 'mobile', 'android', 'ios'] as const;

export type Platform = (typeof platforms)[number];
