/** A list of more than this many can be searched (§5). */
export const searchThreshold = 5;
