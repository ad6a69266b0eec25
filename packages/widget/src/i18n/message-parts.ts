/** The part of the messages that the first list needs. All others come with their screens. */
export const firstPart = 'start';

/** Returns the address of a part of a language's messages, by that of the first part. */
export const addressOfPart = (address: string, part: string): string =>
  part === firstPart ? address : address.replace('.', `.${part}.`);
