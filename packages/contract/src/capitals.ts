/**
 * Returns a text with its ASCII letters in capitals, for numbers and codes. Letters such as `ı`, `ß`
 * and `ﬁ` stay: in capitals they would be other letters, and the number another one.
 */
export function toUpperAscii(text: string): string {
  return text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
}

/**
 * Returns a text in capitals, for words of any script. A letter stays if its capital is that of
 * another letter, too (`ı`, `ß`, `ﬁ`, `ſ`), so that two texts never become the same by it; but for the sigma
 * at the end of a word (`ς`), which is no other letter than `σ`. Georgian stays: its capitals are for
 * headings, and most fonts lack them.
 */
export function toCapitals(text: string): string {
  return text.replace(/(?!\p{Script=Georgian})\p{L}/gu, (letter) => {
    const capital = letter.toUpperCase();
    return capital.toLowerCase() === letter || letter === 'ς' ? capital : letter;
  });
}
