import { isRefusal } from './is-refusal';

const postgres = (code: string, severity: string) => Object.assign(new Error('refused'), { code, severity });
const mysql = (errno: number, sqlState: string) => Object.assign(new Error('refused'), { errno, sqlState });

describe('isRefusal', () => {
  it.each([
    postgres('23505', 'ERROR'),
    postgres('57014', 'ERROR'),
    postgres('57014', 'FEHLER'),
    postgres('40001', '错误'),
    mysql(1969, '70100'),
  ])('is true if the statement was rolled back: %p', (error) => {
    expect(isRefusal(error)).toBe(true);
  });

  it.each([
    postgres('57P01', 'FATAL'),
    postgres('57P01', 'ERROR'),
    postgres('57P05', 'FATALE'),
    postgres('25P03', 'FATAL'),
    postgres('08006', 'FATAL'),
    mysql(1053, '08S01'),
    mysql(1927, '70100'),
    Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }),
    new Error('Connection terminated unexpectedly'),
  ])('is false if the connection ended: %p', (error) => {
    expect(isRefusal(error)).toBe(false);
  });
});
