import { Faults } from './faults';

describe('Faults', () => {
  it('strikes as often as asked', () => {
    const faults = new Faults();
    faults.ask('error', 2);
    expect(['/a', '/b', '/c'].map((path) => faults.strike(path))).toEqual(['error', 'error', null]);
  });

  it('strikes until it is ended where no count was given', () => {
    const faults = new Faults();
    faults.ask('hang');
    expect(Array.from({ length: 50 }, () => faults.strike('/a'))).not.toContain(null);
    faults.end();
    expect(faults.strike('/a')).toBeNull();
  });

  it('strikes a path of its own first, and leaves others alone', () => {
    const faults = new Faults();
    faults.ask('malformed', 1, '/a');
    expect(faults.strike('/b')).toBeNull();
    faults.ask('error', 1);
    expect([faults.strike('/a'), faults.strike('/a'), faults.strike('/a')]).toEqual([
      'malformed',
      'error',
      null,
    ]);
  });

  it('ends the fault of one path', () => {
    const faults = new Faults();
    faults.ask('error', 5, '/a');
    faults.ask('error', 5, '/b');
    faults.end('/a');
    expect([faults.strike('/a'), faults.strike('/b')]).toEqual([null, 'error']);
  });
});
