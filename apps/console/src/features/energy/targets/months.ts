const MONTHS = 12;
const THOUSANDTHS = 1000;

/** Divides the energy of a year into twelve months, exactly in thousandths. */
export function dividedYear(perYear: number): number[] {
  const thousandths = Math.round(perYear * THOUSANDTHS);
  const each = Math.floor(thousandths / MONTHS);
  const rest = thousandths - each * MONTHS;
  return Array.from({ length: MONTHS }, (_, month) => (each + (month < rest ? 1 : 0)) / THOUSANDTHS);
}

/** Adds up the months, without the errors of binary fractions. */
export function yearOf(months: readonly (number | string)[]): number {
  const total = months.reduce<number>((sum, value) => sum + Math.round(Number(value) * THOUSANDTHS), 0);
  return total / THOUSANDTHS;
}
