/** Whose story is told. */
export interface Subject {
  brandId: string;
  kind: 'deposit' | 'withdrawal';
  id: string;
}
