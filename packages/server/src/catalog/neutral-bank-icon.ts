/**
 * The logo of a bank that has none of its own. The first letters of its name would do worse: many
 * banks of a country share them.
 */
export const neutralBankIcon = 'bank';
